/* What the library says in words: its version, and a text for every status, event, stop, cause,
 * step of a decision and verdict. */
#include "bustle.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#define STRING_OF(number) #number
#define STRING(number) STRING_OF(number)

const char *bustle_version(void) {
    return STRING(BUSTLE_VERSION_MAJOR) "." STRING(BUSTLE_VERSION_MINOR) "." STRING(
        BUSTLE_VERSION_PATCH);
}

static const char *text_at(const char *const *texts, size_t count, long long index) {
    if (index < 0 || (unsigned long long)index >= count || texts[index] == NULL) {
        return "unknown";
    }
    return texts[index];
}

const char *bustle_status_text(bustle_status status) {
    static const char *const texts[] = {
        [BUSTLE_OK] = "It worked.",
        [BUSTLE_NO_MEMORY] = "There is no memory; the same call may be made again.",
        [BUSTLE_BAD_ARGUMENT] = "An argument is missing or out of its range.",
        [BUSTLE_BAD_VALUE] = "The value is not a finite number, or not a name that the key has.",
        [BUSTLE_PROBLEMS] = "The content has errors; the builder's problems tell them.",
        [BUSTLE_STALE] = "The entity has left, or the handle is of no entity of this world.",
        [BUSTLE_NOT_NPC] = "The entity is a prop, not an NPC.",
        [BUSTLE_NO_PROPERTY] = "The entity's definition has no such state.",
        [BUSTLE_NAME_TAKEN] = "An NPC of that name lives already.",
        [BUSTLE_BUSY] = "The call is not allowed inside this callback or at this moment.",
        [BUSTLE_TIME_BACKWARDS] = "The time is earlier than that of the last update.",
        [BUSTLE_STATIC] = "The entity's position never changes.",
        [BUSTLE_NOT_ACTING] = "The NPC performs no action.",
        [BUSTLE_OLD_TOKEN] = "The token is not that of the action now performed.",
        [BUSTLE_OTHER_ACTION] = "The NPC performs another action.",
        [BUSTLE_REFUSED] =
            "A response of higher priority runs, or the NPC has too many activities.",
        [BUSTLE_HELD] = "The NPC is on hold.",
        [BUSTLE_HALTED] = "The NPC has halted.",
        [BUSTLE_NOT_HALTED] = "The NPC has not halted: there is nothing to restart.",
        [BUSTLE_LIMIT] = "The world has as many entities as it can have.",
        [BUSTLE_INCONSISTENT] = "The world's parts contradict each other.",
        [BUSTLE_FOREIGN] = "The bytes are not of the kind that is read here.",
        [BUSTLE_NEWER] = "The bytes were written by a newer version of the library.",
        [BUSTLE_DAMAGED] = "The bytes have been changed or cut off.",
        [BUSTLE_UNAVAILABLE] = "The NPC cannot take part in a scene now.",
        [BUSTLE_NO_CAST] = "Nobody was found for a part of the scene.",
        [BUSTLE_NO_SCENE] = "The NPC is in no scene, or there is none of that number.",
        [BUSTLE_NO_OFFER] = "The entity does not offer that to the NPC now.",
        [BUSTLE_FULL] = "As many NPCs hold the offer as can, or the inbox takes no more.",
        [BUSTLE_READ_ONLY] = "Links of this kind follow from what is going on.",
        [BUSTLE_NOT_AREA] = "The entity is no area.",
        [BUSTLE_BAD_PATH] = "The text is no path, or names what the content does not have.",
        [BUSTLE_NO_INBOX] = "The entity has no such inbox.",
        [BUSTLE_NO_CLOCK] = "The world has no clock.",
        [BUSTLE_NO_PLAN] = "The NPC has no plan, or no patch of that number.",
        [BUSTLE_OVERLAP] = "Another entry of the same priority covers some of the time.",
    };
    return text_at(texts, COUNT_OF(texts), (long long)status);
}

const char *bustle_event_kind_text(bustle_event_kind kind) {
    static const char *const texts[] = {
#define TEXT(name, number, text, kind) [number] = (text),
        BUSTLE_EVENT_KINDS(TEXT)
#undef TEXT
    };
    return text_at(texts, COUNT_OF(texts), (long long)kind);
}

const char *bustle_stop_reason_text(bustle_stop_reason reason) {
    static const char *const texts[] = {
        [BUSTLE_STOP_DONE] = "done",
        [BUSTLE_STOP_TIMED_OUT] = "timed out",
        [BUSTLE_STOP_FAILED] = "failed",
        [BUSTLE_STOP_INTERRUPTED] = "interrupted",
        [BUSTLE_STOP_CANCELLED] = "cancelled",
        [BUSTLE_STOP_REMOVED] = "removed",
    };
    return text_at(texts, COUNT_OF(texts), (long long)reason);
}

const char *bustle_cause_text(bustle_cause cause) {
    static const char *const texts[] = {
        [BUSTLE_CAUSE_NO_CANDIDATE] = "no candidate",
        [BUSTLE_CAUSE_CONDITION] = "condition",
        [BUSTLE_CAUSE_NO_OPTION] = "no option",
        [BUSTLE_CAUSE_SAME_TARGET] = "same target",
        [BUSTLE_CAUSE_GAME] = "game",
        [BUSTLE_CAUSE_TIMEOUT] = "timeout",
        [BUSTLE_CAUSE_CLAIM] = "claim",
        [BUSTLE_CAUSE_TARGET_LEFT] = "target left",
        [BUSTLE_CAUSE_DEPTH] = "depth",
        [BUSTLE_CAUSE_STEPS] = "steps",
        [BUSTLE_CAUSE_NO_CAST] = "no cast",
        [BUSTLE_CAUSE_SCENE] = "scene",
        [BUSTLE_CAUSE_NO_OFFER] = "no offer",
        [BUSTLE_CAUSE_REVOKED] = "revoked",
        [BUSTLE_CAUSE_WAITED] = "waited",
        [BUSTLE_CAUSE_FULL] = "full",
        [BUSTLE_CAUSE_MESSAGE] = "message",
        [BUSTLE_CAUSE_NO_MEETING_PLACE] = "no meeting place",
    };
    return text_at(texts, COUNT_OF(texts), (long long)cause);
}

const char *bustle_leave_reason_text(bustle_leave_reason reason) {
    static const char *const texts[] = {
        [BUSTLE_LEAVE_FINISHED] = "finished",
        [BUSTLE_LEAVE_LEFT] = "left",
        [BUSTLE_LEAVE_BROKEN] = "broken",
    };
    return text_at(texts, COUNT_OF(texts), (long long)reason);
}

const char *bustle_drop_reason_text(bustle_drop_reason reason) {
    static const char *const texts[] = {
        [BUSTLE_DROP_DONE] = "done",
        [BUSTLE_DROP_FAILED] = "failed",
        [BUSTLE_DROP_INTERRUPTED] = "interrupted",
        [BUSTLE_DROP_REVOKED] = "revoked",
        [BUSTLE_DROP_GIVEN_UP] = "given up",
        [BUSTLE_DROP_LEFT] = "left",
    };
    return text_at(texts, COUNT_OF(texts), (long long)reason);
}

const char *bustle_trace_kind_text(bustle_trace_kind kind) {
    static const char *const texts[] = {
        [BUSTLE_TRACE_BEGIN] = "begin",
        [BUSTLE_TRACE_OPTION] = "option",
        [BUSTLE_TRACE_WAY] = "way",
        [BUSTLE_TRACE_FAILED] = "failed",
        [BUSTLE_TRACE_ACTION] = "action",
        [BUSTLE_TRACE_CANDIDATE] = "candidate",
        [BUSTLE_TRACE_TARGET] = "target",
        [BUSTLE_TRACE_SAME_TARGET] = "same target",
        [BUSTLE_TRACE_RESUMPTION] = "resumption",
        [BUSTLE_TRACE_ENDED] = "ended",
        [BUSTLE_TRACE_WATCH] = "watch",
        [BUSTLE_TRACE_IGNORED] = "ignored",
        [BUSTLE_TRACE_TRY] = "try",
        [BUSTLE_TRACE_ROLE] = "role",
        [BUSTLE_TRACE_CUE] = "cue",
        [BUSTLE_TRACE_MEMBER] = "member",
        [BUSTLE_TRACE_PART] = "part",
        [BUSTLE_TRACE_CAST] = "cast",
        [BUSTLE_TRACE_ARRIVAL] = "arrival",
        [BUSTLE_TRACE_PROVIDER] = "provider",
        [BUSTLE_TRACE_REQUEST] = "request",
        [BUSTLE_TRACE_PLACE] = "place",
        [BUSTLE_TRACE_WHILE] = "while",
        [BUSTLE_TRACE_RECEIVER] = "receiver",
        [BUSTLE_TRACE_SEND] = "send",
        [BUSTLE_TRACE_MESSAGE] = "message",
        [BUSTLE_TRACE_TAKE] = "take",
        [BUSTLE_TRACE_ANSWER] = "answer",
        [BUSTLE_TRACE_MEETING] = "meeting",
        [BUSTLE_TRACE_PLAN] = "plan",
    };
    return text_at(texts, COUNT_OF(texts), (long long)kind);
}

const char *bustle_verdict_text(bustle_verdict verdict) {
    static const char *const texts[] = {
        [BUSTLE_VERDICT_GONE] = "gone",
        [BUSTLE_VERDICT_CONDITION] = "condition",
        [BUSTLE_VERDICT_SPEED] = "speed",
        [BUSTLE_VERDICT_CLAIM] = "claim",
        [BUSTLE_VERDICT_OPEN] = "open",
        [BUSTLE_VERDICT_ANSWERED] = "answered",
        [BUSTLE_VERDICT_PRIORITY] = "priority",
        [BUSTLE_VERDICT_LIMIT] = "limit",
        [BUSTLE_VERDICT_OLD] = "old",
        [BUSTLE_VERDICT_AGAIN] = "again",
        [BUSTLE_VERDICT_NOBODY] = "nobody",
        [BUSTLE_VERDICT_BUSY] = "busy",
        [BUSTLE_VERDICT_RESTING] = "resting",
        [BUSTLE_VERDICT_NOT_CASTABLE] = "not castable",
        [BUSTLE_VERDICT_NO_REACTION] = "no reaction",
        [BUSTLE_VERDICT_FAR] = "far",
        [BUSTLE_VERDICT_GIVEN_UP] = "given up",
        [BUSTLE_VERDICT_BEHIND] = "behind",
        [BUSTLE_VERDICT_NOT_OFFERED] = "not offered",
        [BUSTLE_VERDICT_LACKS] = "lacks",
        [BUSTLE_VERDICT_HOLDS] = "holds",
        [BUSTLE_VERDICT_OFFER] = "offer",
        [BUSTLE_VERDICT_WHILE] = "while",
        [BUSTLE_VERDICT_FULL] = "full",
        [BUSTLE_VERDICT_LATER] = "later",
        [BUSTLE_VERDICT_OVER] = "over",
        [BUSTLE_VERDICT_SHORT] = "short",
        [BUSTLE_VERDICT_BELOW] = "below",
    };
    return text_at(texts, COUNT_OF(texts), (long long)verdict);
}
