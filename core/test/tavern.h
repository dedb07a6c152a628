/* A small correct scene, and what sealing says when it is made wrong. */
#ifndef TAVERN_H
#define TAVERN_H

#include "kit.h"

/* Defines:
 *   state         thirst, tips
 *   interruption  hurry
 *   action        idle (1 s), talk (2 s, takes a target)
 *   sequence      day: idle; serve: talk to a member, idle; order: nothing, talk to a member
 *   entity        barkeep (servers; tips, thirst), guest (patrons; thirst 5), both with main day
 *   scene         serving: a server of the servers serves, a patron of the patrons orders */
bustle_scene_def *tavern_define(kit *k);
bustle_part_def *tavern_part(const bustle_scene_def *of, size_t index);

/* Sealing finds exactly one problem, and it is this one. `text` is part of its text or cure. */
void tavern_refused(kit *k, const char *code, const char *thing, const char *text);
void tavern_warned(kit *k, const char *code, const char *thing, const char *text);
void tavern_seals(kit *k); /* without any problem, into k->content */

#endif
