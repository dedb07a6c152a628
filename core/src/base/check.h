/* Checks across things, on a complete draft. They report problems and change nothing. */
#ifndef BUSTLE_CHECK_H
#define BUSTLE_CHECK_H

#include "content/draft.h"

/* How sequences run: nodes that cannot be reached, nesting, cycles and runs without an action. */
void bsl_check_flow(draft *d);
/* Whether entities have the state that what they do, and what is done to them, needs. */
void bsl_check_needs(draft *d);
/* Whether scenes find a cast, and actions in them somebody whom they are aimed at. */
void bsl_check_scenes(draft *d);
/* Whether offers can be taken and requests be answered, and where bodies are performed. */
void bsl_check_offers(draft *d);
/* Whether somebody has the inboxes, and those that messages are sent to. */
void bsl_check_inboxes(draft *d);

#endif
