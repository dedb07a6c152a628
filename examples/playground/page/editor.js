// The editor: files of Lua, colours, and problems underlined where they are.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: [tags.standard(tags.variableName), tags.definition(tags.variableName)], color: "var(--code-name)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "transparent" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--wash)" },
  "&.cm-focused": { outline: "none" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip": { borderRadius: "6px", maxWidth: "34rem", boxShadow: "var(--shadow)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", padding: "6px 10px" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--wrong)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection) !important" },
});

/** What a problem says: what is wrong, then the cure. */
export function problemText(problem) {
  const what = `${problem.kind} "${problem.name.replace(/^.*\./, "")}"${problem.spot ? "" : ":"} `;
  const said = problem.text + (problem.cure ? `\n${problem.cure}` : "");
  return (problem.spot ? `${what.trim()}, ` : what) + said + (problem.excerpt ? `\n${problem.excerpt}` : "");
}

/** Where a definition ends that begins at a line: before the next line that begins something. */
function endOf(doc, line) {
  for (let number = line.number + 1; number <= doc.lines; number++) {
    const { text, from } = doc.line(number);
    if (/^[^\s})\-]/.test(text)) return from;
  }
  return doc.length;
}

/** Where a problem is: at what it quotes, somewhere in its definition, or else its name, or the first line of it. */
function placeOf(problem, doc) {
  const line = doc.line(Math.max(1, Math.min(problem.line ?? 1, doc.lines)));
  const text = doc.sliceString(line.from, endOf(doc, line));
  const said = problem.spot && problem.text.startsWith(problem.spot) ? problem.text.slice(problem.spot.length) : problem.text;
  for (const [, word] of said.matchAll(/"([^"]+)"/g)) {
    const at = text.indexOf(`"${word}"`);
    if (at >= 0) return { from: line.from + at + 1, to: line.from + at + 1 + word.length };
  }
  const name = problem.name.replace(/^.*\./, "");
  const at = line.text.indexOf(name);
  if (at >= 0) return { from: line.from + at, to: line.from + at + name.length };
  const indent = line.text.length - line.text.trimStart().length;
  return { from: Math.min(line.from + indent, line.to), to: line.to };
}

export class Editor {
  constructor(parent, changed) {
    this.states = new Map();
    this.problems = [];
    this.view = new EditorView({ parent });
    this.changed = changed;
  }

  stateOf(path, text) {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), EditorView.lineWrapping, history(), drawSelection(), highlightActiveLine(), bracketMatching(), lintGutter(),
        highlightSelectionMatches(), indentUnit.of("  "), StreamLanguage.define(lua), syntaxHighlighting(colours), theme,
        EditorView.contentAttributes.of({ "aria-label": `The file ${path}` }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.changed(this.path, update.state.doc.toString());
        }),
      ],
    });
  }

  /** Other files: { path: text }. */
  open(files) {
    this.states.clear();
    for (const [path, text] of Object.entries(files)) this.states.set(path, this.stateOf(path, text));
    this.path = null;
  }

  show(path) {
    if (this.path) this.states.set(this.path, this.view.state);
    this.path = path;
    this.view.setState(this.states.get(path));
    this.mark(this.problems);
  }

  /** Shows a line of a file. */
  goTo(path, line) {
    if (path !== this.path) this.show(path);
    const doc = this.view.state.doc;
    const at = doc.line(Math.max(1, Math.min(line ?? 1, doc.lines))).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  replace(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Underlines what is wrong with the file that is shown. */
  mark(problems) {
    this.problems = problems;
    const doc = this.view.state.doc;
    const list = problems.filter((problem) => problem.file === this.path).map((problem) => ({
      ...placeOf(problem, doc), severity: problem.severity, message: problemText(problem),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, list));
  }
}
