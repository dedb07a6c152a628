/* What a load or a change of content did to whom, in words. */
#include "persist/snapshot.h"
#include "world/rows.h"

#include <stdio.h>

typedef struct wording {
    const char *code;
    const char *text; /* with the name of the thing in it, if any, after whom it happened to */
} wording;

static const wording wordings[] = {
    [CHANGED_SETTING] = {"setting-changed", "the world's %s is not what it was when it was saved"},
    [GONE_STATE] = {"state-gone", "the state '%s' is gone; its values are dropped"},
    [GONE_ENVIRONMENT] = {"environment-gone", "the environment's '%s' is gone"},
    [GONE_INTERRUPTION] = {"interruption-gone", "the interruption '%s' is gone"},
    [GONE_ACTION] = {"action-gone", "the action '%s' is gone"},
    [GONE_SEQUENCE] = {"sequence-gone", "the sequence '%s' is gone"},
    [GONE_ENTITY] = {"entity-gone", "the entity definition '%s' is gone, or of another kind"},
    [GONE_ROLE] = {"role-gone", "the role '%s' is gone"},
    [GONE_CUE] = {"cue-gone", "the cue '%s' is gone; nobody remembers whom it found"},
    [GONE_SCENE] = {"scene-gone", "the scene '%s' is gone; nobody remembers whom it was with"},
    [GONE_OFFER] = {"offer-gone", "nothing offers '%s' any more; nobody remembers whose it took"},
    [GONE_LINK] = {"link-gone", "the kind '%s' of links is gone; its links vanish"},
    [GONE_PLAN] = {"plan-gone", "the plan '%s' is gone"},
    [GONE_INBOX] = {"inbox-gone", "the inbox '%s' is gone; its messages go"},
    [LEFT_OUT] = {"left-out", "left out, because the definition '%s' is gone"},
    [LOST_STATE] = {"state-lost",
        "a definition has the state '%s' no longer; its values are dropped"},
    [CHANGED_VALUE] = {"value-changed",
        "the value of '%s' is not possible any more and was changed"},
    [LOST_ACTION] = {"action-lost", "performed '%s', which is gone; its node is performed again"},
    [CHANGED_ACTION] = {"action-changed", "goes on with '%s' under its new definition"},
    [LOST_TARGET] = {"target-lost", "lost its target in '%s', which is performed again"},
    [LOST_CLAIM] = {"claim-lost",
        "cannot have what '%s' claims any more, which is performed again"},
    [LOST_SEQUENCE] = {"sequence-lost", "was in the sequence '%s', which is gone or too deep"},
    [LOST_NODE] = {"node-lost", "was at the node '%s', which is gone or does something else"},
    [LOST_ACTIVITY] = {"activity-lost", "gave up its response '%s', of which nothing is left"},
    [LOST_MAIN] = {"main-lost",
        "had the main sequence '%s', which is gone; it takes its definition's"},
    [LOST_INTERRUPTION] = {"interruption-lost", "waited to answer '%s', which is gone"},
    [LOST_ROLE] = {"role-lost", "was in the role '%s', which is gone or is not its any more"},
    [LOST_SCENE] = {"scene-lost", "had a part in the scene '%s', which is gone"},
    [CHANGED_SCENE] = {"scene-changed", "is in the scene '%s', which has changed and breaks"},
    [LOST_PLACE] = {"place-lost",
        "had a place at '%s', which is gone; the node that asked for it is performed again"},
    [LOST_PATCH] = {"patch-lost", "had a patch with the sequence '%s', which is gone"},
    [LOST_MESSAGE] = {"message-lost",
        "had a message in the inbox '%s', which nobody takes any more"},
};

const char *bsl_snapshot_change_code_text(enum change_code what) {
    return wordings[what].code;
}

static void describe_whom(const bustle_world *w, const change *c, char *whom, size_t size) {
    const char *name = c->slot == NOBODY || c->spawn == 0 ? NULL : bsl_rows_name_at(w, c->slot);
    if (c->spawn == 0) {
        whom[0] = '\0';
    } else if (name != NULL) {
        (void)snprintf(whom, size, "%s: ", name);
    } else {
        (void)snprintf(whom, size, "entity %lu: ", (unsigned long)c->spawn);
    }
}

void bsl_snapshot_describe_change(const bustle_world *w, const change *c, char *text, size_t size) {
    char whom[128];
    char what[384];
    describe_whom(w, c, whom, sizeof whom);
    const char *format = wordings[c->code].text;
    const char *gap = strstr(format, "%s");
    (void)snprintf(what, sizeof what, "%.*s%s%s", (int)(gap - format), format, c->thing, gap + 2);
    (void)snprintf(text, size, "%s%s", whom, what);
}
