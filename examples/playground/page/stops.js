// The list of breakpoints, which stays when the page is loaded again.

const KEY = "bustle.stops";

export class Stops {
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    this.input = form.querySelector("input");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(this.input.value.trim());
    });
    try {
      this.list = JSON.parse(localStorage.getItem(KEY)) ?? [];
    } catch {
      this.list = [];
    }
    this.show();
  }

  add(text) {
    if (!text || this.list.includes(text)) return;
    const wrong = this.set([...this.list, text]);
    if (wrong.includes(text)) {
      this.set(this.list.filter((each) => each !== text));
      this.input.setCustomValidity('Write "Ada starts gasp", "toast breaks", "any scene breaks", "Ada fails" or "Ada is interrupted".');
      this.input.reportValidity();
      this.input.addEventListener("input", () => this.input.setCustomValidity(""), { once: true });
      return;
    }
    this.input.value = "";
  }

  set(list) {
    this.list = list;
    localStorage.setItem(KEY, JSON.stringify(list));
    this.show();
    return this.changed(list);
  }

  /** What may be written, for the people and actions of a game. */
  suggest(people, actions) {
    const ideas = ["any scene breaks", "anybody fails"];
    for (const person of people.slice(0, 12)) ideas.push(`${person.name} is interrupted`, `${person.name} fails`);
    for (const action of actions) ideas.push(`anybody starts ${action}`);
    this.form.querySelector("datalist").replaceChildren(...ideas.map((idea) => new Option(idea)));
  }

  show() {
    this.form.querySelector("ul").replaceChildren(...this.list.map((text) => {
      const line = document.createElement("li");
      const remove = document.createElement("button");
      remove.type = "button";
      remove.textContent = "×";
      remove.setAttribute("aria-label", `No longer stop when ${text}`);
      remove.addEventListener("click", () => this.set(this.list.filter((each) => each !== text)));
      line.append(text, remove);
      return line;
    }));
  }
}
