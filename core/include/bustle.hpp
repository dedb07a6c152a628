/* bustle for C++17: the handles of bustle.h with owners, statuses as exceptions, events and bytes
 * as what a range-for takes. Nothing is hidden: get() is the handle for every other call of
 * bustle.h, and check() turns the status of one into an exception.
 *
 * Who throws inside a callback of the C interface must catch there; functions given to
 * builder::bind may throw, which is reported as an error of theirs. */
#ifndef BUSTLE_HPP
#define BUSTLE_HPP

#include "bustle.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bustle {

class error : public std::runtime_error {
  public:
    error(bustle_status status, const std::string &text)
        : std::runtime_error(text), status_(status) {}
    bustle_status status() const noexcept {
        return status_;
    }

  private:
    bustle_status status_;
};

inline void check(bustle_status status) {
    if (status != BUSTLE_OK) {
        throw error(status, bustle_status_text(status));
    }
}

/* A list that somebody else owns. */
template <typename T> class span {
  public:
    span(const T *first, std::size_t count) : first_(first), count_(count) {}
    const T *begin() const noexcept {
        return first_;
    }
    const T *end() const noexcept {
        return first_ + count_;
    }
    std::size_t size() const noexcept {
        return count_;
    }
    bool empty() const noexcept {
        return count_ == 0;
    }
    const T &operator[](std::size_t index) const noexcept {
        return first_[index];
    }

  private:
    const T *first_;
    std::size_t count_;
};

/* A function for conditions and effects; see bustle_function for what it returns. */
using function = std::function<int(bustle_world *world, bustle_call &call)>;

/* What is known by name or number: immutable, shared by any number of worlds. */
class content {
  public:
    content(const content &other) noexcept
        : content_(other.content_), functions_(other.functions_) {
        bustle_content_retain(content_);
    }
    content(content &&other) noexcept
        : content_(std::exchange(other.content_, nullptr)),
          functions_(std::move(other.functions_)) {}
    content &operator=(content other) noexcept {
        std::swap(content_, other.content_);
        std::swap(functions_, other.functions_);
        return *this;
    }
    ~content() {
        bustle_content_release(content_);
    }

    bustle_content *get() const noexcept {
        return content_;
    }
    /* Throws if there is none. */
    bustle_id find(bustle_kind kind, const std::string &name) const {
        const bustle_id id = bustle_content_find(content_, kind, name.c_str());
        if (id == BUSTLE_NONE) {
            throw error(BUSTLE_BAD_ARGUMENT, "the content has no \"" + name + "\"");
        }
        return id;
    }
    /* What a game is to spawn. */
    std::vector<bustle_spawn_def> places() const {
        std::vector<bustle_spawn_def> list(bustle_content_place_count(content_));
        for (std::size_t i = 0; i < list.size(); i++) {
            check(bustle_content_place(content_, static_cast<std::uint32_t>(i), &list[i]));
        }
        return list;
    }
    /* The links of a place, by its index; to be made when all places have been spawned. */
    std::vector<bustle_place_link> place_links(std::uint32_t place) const {
        std::vector<bustle_place_link> list(bustle_content_place_link_count(content_, place));
        for (std::size_t i = 0; i < list.size(); i++) {
            const std::uint32_t index = static_cast<std::uint32_t>(i);
            check(bustle_content_place_link(content_, place, index, &list[i]));
        }
        return list;
    }

  private:
    friend class builder;
    friend class world;
    content(bustle_content *made, std::shared_ptr<const void> functions)
        : content_(made), functions_(std::move(functions)) {}

    bustle_content *content_;
    std::shared_ptr<const void> functions_; /* that it calls */
};

class builder {
  public:
    builder() : builder_(bustle_builder_create(nullptr)), bound_(std::make_shared<bindings>()) {
        check(builder_ == nullptr ? BUSTLE_NO_MEMORY : BUSTLE_OK);
    }

    bustle_builder *get() const noexcept {
        return builder_.get();
    }

    void add(const bustle_state_def &def) {
        check(bustle_builder_add_state(get(), &def));
    }
    void add(const bustle_environment_def &def) {
        check(bustle_builder_add_environment(get(), &def));
    }
    void add(const bustle_link_def &def) {
        check(bustle_builder_add_link(get(), &def));
    }
    void add(const bustle_interruption_def &def) {
        check(bustle_builder_add_interruption(get(), &def));
    }
    void add(const bustle_action_def &def) {
        check(bustle_builder_add_action(get(), &def));
    }
    void add(const bustle_sequence_def &def) {
        check(bustle_builder_add_sequence(get(), &def));
    }
    void add(const bustle_role_def &def) {
        check(bustle_builder_add_role(get(), &def));
    }
    void add(const bustle_scene_def &def) {
        check(bustle_builder_add_scene(get(), &def));
    }
    void add(const bustle_entity_def &def) {
        check(bustle_builder_add_entity(get(), &def));
    }
    void add(const bustle_place_def &def) {
        check(bustle_builder_add_place(get(), &def));
    }
    /* What `bustle compile` wrote. */
    void load(const void *bytes, std::size_t size) {
        check(bustle_builder_load(get(), bytes, size));
    }

    /* The function lives as long as any content that calls it, and any world of that content. */
    void bind(const std::string &name, function called) {
        bound_->push_back(std::make_unique<binding>(binding{std::move(called), {}}));
        check(bustle_builder_bind(get(), name.c_str(), call, bound_->back().get()));
    }

    /* What the last sealing found. */
    std::vector<bustle_problem> problems() const {
        std::vector<bustle_problem> list(bustle_builder_problem_count(get()));
        for (std::size_t i = 0; i < list.size(); i++) {
            bustle_builder_problem(get(), i, &list[i]);
        }
        return list;
    }

    /* Throws with all errors as text, a line for each. */
    content seal() {
        bustle_content *made = nullptr;
        const bustle_status status = bustle_builder_seal(get(), &made);
        if (status == BUSTLE_PROBLEMS) {
            throw error(status, told());
        }
        check(status);
        return content(made, bound_);
    }

  private:
    struct binding {
        function called;
        char error[120]; /* of the last call that threw */
    };
    using bindings = std::vector<std::unique_ptr<binding>>;

    static int call(void *context, bustle_world *world, bustle_call *call) noexcept {
        binding *b = static_cast<binding *>(context);
        try {
            return b->called(world, *call);
        } catch (const std::exception &thrown) {
            std::strncpy(b->error, thrown.what(), sizeof b->error - 1);
            call->error = b->error;
        } catch (...) {
            call->error = "it has thrown something";
        }
        return -1;
    }

    std::string told() const {
        std::string text;
        for (const bustle_problem &p : problems()) {
            if (p.severity == BUSTLE_ERROR) {
                text += std::string(text.empty() ? "" : "\n") + p.kind + " \"" + p.thing +
                    "\": " + p.text + (*p.cure == '\0' ? "" : std::string(" (") + p.cure + ")");
            }
        }
        return text;
    }

    struct destroy {
        void operator()(bustle_builder *builder) const {
            bustle_builder_destroy(builder);
        }
    };
    std::unique_ptr<bustle_builder, destroy> builder_;
    std::shared_ptr<bindings> bound_;
};

/* Somebody in a scene, and what it does there. */
struct member {
    bustle_entity npc;
    bustle_membership does;
};

class world {
  public:
    explicit world(
        const content &lives_by, const bustle_world_def &def = bustle_default_world_def()) {
        bustle_world *made = nullptr;
        check(bustle_world_create(lives_by.get(), &def, &made));
        world_.reset(made);
        functions_.push_back(lives_by.functions_);
    }

    bustle_world *get() const noexcept {
        return world_.get();
    }

    bustle_entity spawn(const bustle_spawn_def &def) {
        bustle_entity entity = 0;
        check(bustle_world_spawn(get(), &def, &entity));
        return entity;
    }
    void remove(bustle_entity entity) {
        check(bustle_world_remove(get(), entity));
    }

    /* The events are good until the next update. */
    span<bustle_event> update(std::int64_t now_ms, const bustle_update_options *options = nullptr) {
        check(bustle_world_update(get(), now_ms, options));
        std::size_t count = 0;
        const bustle_event *events = bustle_world_events(get(), &count);
        return {events, count};
    }

    std::int32_t state(bustle_entity entity, bustle_id state) const {
        std::int32_t value = 0;
        check(bustle_entity_get(get(), entity, state, &value));
        return value;
    }
    void set_state(bustle_entity entity, bustle_id state, std::int32_t value) {
        check(bustle_entity_set(get(), entity, state, value));
    }
    std::uint32_t hash() const noexcept {
        return bustle_world_hash(get());
    }

    /* Returns the scene's number. Throws, also where somebody is not available or not found. */
    std::uint32_t stage(bustle_id scene, bustle_entity at = 0,
        const std::vector<bustle_cast> &members = std::vector<bustle_cast>()) {
        std::uint32_t number = 0;
        check(bustle_world_stage(get(), scene, at, members.data(), members.size(), &number));
        return number;
    }
    void leave_scene(bustle_entity npc) {
        check(bustle_npc_leave_scene(get(), npc));
    }
    /* The scenes that an NPC is in. */
    std::vector<bustle_membership> scenes(bustle_entity npc) const {
        return listed<bustle_membership>(bustle_npc_scenes, npc);
    }
    /* Throws if no scene of that number goes on. */
    std::vector<member> members(std::uint32_t number) const {
        bustle_entity npcs[BUSTLE_MOST_MEMBERS];
        bustle_membership does[BUSTLE_MOST_MEMBERS];
        std::size_t count = 0;
        check(bustle_scene_members(get(), number, npcs, does, BUSTLE_MOST_MEMBERS, &count));
        std::vector<member> list;
        for (std::size_t i = 0; i < count; i++) {
            list.push_back({npcs[i], does[i]});
        }
        return list;
    }

    /* Throws where links of the kind follow from what is going on, or there are too many. */
    void link(bustle_entity from, bustle_id kind, bustle_entity to, std::int32_t value = 1) {
        check(bustle_world_link(get(), from, kind, to, value));
    }
    void unlink(bustle_entity from, bustle_id kind, bustle_entity to) {
        check(bustle_world_unlink(get(), from, kind, to));
    }
    /* What a link holds, or what is read where there is none. */
    std::int32_t link_value(bustle_entity from, bustle_id kind, bustle_entity to) const {
        std::int32_t value = 0;
        check(bustle_entity_link(get(), from, kind, to, &value, nullptr));
        return value;
    }
    std::vector<bustle_entity> links(bustle_entity from, bustle_id kind) const {
        return listed<bustle_entity>([from, kind](const bustle_world *w, bustle_entity *list,
                                         std::size_t capacity, std::size_t *count) {
            return bustle_entity_links(w, from, kind, list, nullptr, capacity, count);
        });
    }
    /* Throws with the reason if the text is no path. */
    std::vector<bustle_entity> query(bustle_entity from, const std::string &path) const {
        char reason[200] = "";
        try {
            return listed<bustle_entity>([&](const bustle_world *w, bustle_entity *list,
                                             std::size_t capacity, std::size_t *count) {
                return bustle_world_query(
                    w, from, path.c_str(), list, capacity, count, reason, sizeof reason);
            });
        } catch (const error &refused) {
            throw error(refused.status(), std::string(refused.what()) + " " + reason);
        }
    }

    /* The innermost area that an NPC is in, or 0; all of them, the smallest first. */
    bustle_entity area(bustle_entity npc) const {
        bustle_entity found = 0;
        check(bustle_npc_area(get(), npc, &found));
        return found;
    }
    std::vector<bustle_entity> areas(bustle_entity npc) const {
        return listed<bustle_entity>(bustle_npc_areas, npc);
    }
    /* The NPCs in an area, the area around it or 0, and its boxes. */
    std::vector<bustle_entity> inside(bustle_entity area) const {
        return listed<bustle_entity>(bustle_area_inside, area);
    }
    bustle_entity outer(bustle_entity area) const {
        bustle_entity found = 0;
        check(bustle_area_outer(get(), area, &found));
        return found;
    }
    std::vector<bustle_box_def> boxes(bustle_entity area) const {
        return listed<bustle_box_def>(bustle_area_boxes, area);
    }

    /* What an entity offers now, and who holds that; BUSTLE_NONE: any of it. */
    std::vector<bustle_offering> offers(bustle_entity entity) const {
        return listed<bustle_offering>(bustle_entity_offers, entity);
    }
    std::vector<bustle_entity> holders(bustle_entity entity, bustle_id offer = BUSTLE_NONE) const {
        return listed<bustle_entity>([entity, offer](const bustle_world *w, bustle_entity *list,
                                         std::size_t capacity, std::size_t *count) {
            return bustle_entity_holders(w, entity, offer, list, capacity, count);
        });
    }
    /* Returns how many lose it. */
    std::uint32_t revoke(bustle_entity entity, bustle_id offer) {
        std::uint32_t count = 0;
        check(bustle_entity_revoke(get(), entity, offer, &count));
        return count;
    }
    /* The places that an NPC has at offers. */
    std::vector<bustle_place> held(bustle_entity npc) const {
        return listed<bustle_place>(bustle_npc_places, npc);
    }
    /* Throws, also where it is not offered, or all places are taken. */
    void request(
        bustle_entity npc, bustle_id offer, bustle_entity provider, std::int32_t priority = 0) {
        check(bustle_npc_request(get(), npc, offer, provider, priority));
    }

    std::vector<std::uint8_t> save() const {
        struct owned : bustle_snapshot {
            owned() : bustle_snapshot() {}
            ~owned() {
                bustle_snapshot_free(this);
            }
        } snapshot;
        check(bustle_snapshot_save(get(), nullptr, 0, &snapshot));
        return {snapshot.bytes, snapshot.bytes + snapshot.size};
    }
    /* Throws with the reason. */
    void load(const void *bytes, std::size_t size, const bustle_load_options *options = nullptr) {
        char reason[200] = "";
        const bustle_status status =
            bustle_snapshot_load(get(), bytes, size, options, reason, sizeof reason);
        if (status != BUSTLE_OK) {
            throw error(status, std::string(bustle_status_text(status)) + " " + reason);
        }
    }
    /* What is under way may still call the functions of the content before: they stay. */
    void reload(const content &edited, const bustle_load_options *options = nullptr) {
        functions_.push_back(edited.functions_);
        check(bustle_world_reload(get(), edited.get(), options));
    }

  private:
    /* A list that the core writes: how long it is, then all of it. */
    template <typename T, typename Read> std::vector<T> listed(Read read) const {
        std::size_t count = 0;
        check(read(get(), nullptr, std::size_t{0}, &count));
        std::vector<T> list(count);
        check(read(get(), list.data(), list.size(), &count));
        return list;
    }
    template <typename T, typename Read>
    std::vector<T> listed(Read read, bustle_entity entity) const {
        return listed<T>(
            [read, entity](const bustle_world *w, T *list, std::size_t capacity,
                std::size_t *count) { return read(w, entity, list, capacity, count); });
    }

    struct destroy {
        void operator()(bustle_world *world) const {
            bustle_world_destroy(world);
        }
    };
    std::vector<std::shared_ptr<const void>> functions_; /* of all contents so far */
    std::unique_ptr<bustle_world, destroy> world_;
};

} // namespace bustle

#endif
