/* The game's hand on an NPC: ending its action, hold and release, run, set main, restart (S17, S34,
 * S48). Each takes effect at the call; the next update decides what follows. */
#include "decide/control.h"
#include "decide/action.h"
#include "decide/activity.h"
#include "decide/interruption.h"
#include "decide/recovery.h"
#include "decide/timer.h"
#include "decide/turn.h"
#include "together/role.h"
#include "together/scene.h"
#include "world/claim.h"
#include "world/reserve.h"
#include "world/rows.h"
#include "world/world.h"

bustle_status bsl_control_prepare(bustle_world *w, bustle_entity handle, uint32_t *slot) {
    const bustle_status status = bsl_entity_find_to_change(w, handle, slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const definition *d = definition_of(w, entity_at(w, *slot));
    if (!d->npc) {
        return BUSTLE_NOT_NPC;
    }
    return bsl_reserve(w, WORK_CALL, d, bsl_turn_things_to_come(w, npc_at(w, *slot)))
        ? BUSTLE_OK
        : BUSTLE_NO_MEMORY;
}

void bsl_control_finish(bustle_world *w, uint32_t slot) {
    if (w->scene_count > 0) {
        bsl_scene_look(w, slot);
    }
    (void)carry_out_shouts(w);
}

/* ---- Ending an action ---- */

/* As for any call, and the NPC performs this very action. */
static bustle_status prepare_ending(
    bustle_world *w, bustle_entity handle, bustle_id action_id, uint32_t token, uint32_t *slot) {
    const bustle_status status = bsl_control_prepare(w, handle, slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const npc *self = npc_at(w, *slot);
    if ((self->e.flags & NPC_ACTING) == 0) {
        return BUSTLE_NOT_ACTING;
    }
    if (action_id != BUSTLE_NONE && action_id != self->now.action) {
        return BUSTLE_OTHER_ACTION;
    }
    return token != 0 && token != self->token ? BUSTLE_OLD_TOKEN : BUSTLE_OK;
}

bustle_status bustle_npc_complete(
    bustle_world *w, bustle_entity handle, bustle_id action_id, uint32_t token) {
    uint32_t slot = NOBODY;
    const bustle_status status = prepare_ending(w, handle, action_id, token, &slot);
    if (status == BUSTLE_OK) {
        bsl_action_finish(w, slot, BUSTLE_STOP_DONE);
        bsl_control_finish(w, slot);
    }
    return status;
}

bustle_status bustle_npc_fail(
    bustle_world *w, bustle_entity handle, bustle_id action_id, uint32_t token) {
    uint32_t slot = NOBODY;
    const bustle_status status = prepare_ending(w, handle, action_id, token, &slot);
    if (status == BUSTLE_OK) {
        bsl_action_fail(w, slot, BUSTLE_CAUSE_GAME);
        bsl_control_finish(w, slot);
    }
    return status;
}

bustle_status bustle_world_set_ending(bustle_world *w, bustle_id action_id, bustle_ending ending) {
    if (w == NULL || action_id >= count_of(w->content, BUSTLE_KIND_ACTION) ||
        (unsigned)ending > BUSTLE_ENDING_GAME) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_world_check_writable(w);
    if (status == BUSTLE_OK) {
        w->endings[action_id] = (uint8_t)ending;
    }
    return status;
}

/* ---- Hold and release ---- */

bustle_status bustle_npc_hold(bustle_world *w, bustle_entity handle) {
    uint32_t slot = NOBODY;
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_HELD) != 0) {
        return BUSTLE_OK;
    }
    self->e.flags |= NPC_HELD;
    if ((self->e.flags & NPC_HALTED) != 0) {
        bsl_timer_clear(w, self);
    } else {
        bsl_activity_interrupt(w, slot, LEAVING_BACK);
        bsl_recovery_end_wait(w, self);
    }
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}

bustle_status bustle_npc_release(bustle_world *w, bustle_entity handle) {
    uint32_t slot = NOBODY;
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_HELD) == 0) {
        return BUSTLE_OK;
    }
    self->e.flags &= (uint16_t)~NPC_HELD;
    self->e.flags |= NPC_KEPT_DUE;
    bsl_interruption_drop_old(w, slot);
    if ((self->e.flags & NPC_HALTED) != 0) {
        bsl_recovery_restart(w, slot);
    }
    bsl_turn_queue(w, slot, false);
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}

/* ---- Sequences on demand ---- */

bustle_status bustle_npc_run(
    bustle_world *w, bustle_entity handle, bustle_id sequence_id, int32_t priority) {
    uint32_t slot = NOBODY;
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_SEQUENCE, sequence_id) ||
        priority < INT16_MIN || priority > INT16_MAX) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_HELD) != 0) {
        return BUSTLE_HELD;
    }
    if ((self->e.flags & NPC_HALTED) != 0) {
        return BUSTLE_HALTED;
    }
    if (!bsl_interruption_may_respond(w, self, priority)) {
        return BUSTLE_REFUSED;
    }
    const responding r = {sequence_id, priority, NONE16, NOBODY, 0, LEAVING_UNDONE};
    bsl_interruption_respond(w, slot, &r);
    if (w->place_count > 0) {
        bsl_undo_lay(w, slot);
    }
    bsl_turn_queue(w, slot, false);
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}

bustle_status bustle_npc_set_main(bustle_world *w, bustle_entity handle, bustle_id sequence_id) {
    uint32_t slot = NOBODY;
    if (w == NULL || !has_id(w->content, BUSTLE_KIND_SEQUENCE, sequence_id)) {
        return BUSTLE_BAD_ARGUMENT;
    }
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    npc *self = npc_at(w, slot);
    self->main = (uint16_t)sequence_id;
    bsl_role_settle(self);
    if ((self->e.flags & NPC_HALTED) != 0) {
        return BUSTLE_OK;
    }
    bsl_activity_set_main(w, slot);
    bsl_control_finish(w, slot);
    return BUSTLE_OK;
}

bustle_status bustle_npc_restart(bustle_world *w, bustle_entity handle) {
    uint32_t slot = NOBODY;
    const bustle_status status = bsl_control_prepare(w, handle, &slot);
    if (status != BUSTLE_OK) {
        return status;
    }
    const npc *self = npc_at(w, slot);
    if ((self->e.flags & NPC_HALTED) == 0) {
        return BUSTLE_NOT_HALTED;
    }
    if ((self->e.flags & NPC_HELD) != 0) {
        return BUSTLE_HELD;
    }
    bsl_recovery_restart(w, slot);
    return BUSTLE_OK;
}
