// Package contest carries an event from round to round: who meets whom next and
// at which table, who has dropped out, which tables merge.
//
// In go the standings of a lobby, out come matches of the next round at the same
// tables, with the PINs on their cards. Nothing that was played is changed:
// results stay on the leaderboard, logs in the store. It must not know HTTP,
// files or words for people.
package contest
