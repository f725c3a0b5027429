// Package lobby keeps the tables that are played at now: who may enter what at
// which of them, and who wants to hear of it.
//
// In go tokens, PINs and entries; out come records that are on the disk,
// refusals, and an event for everybody at that table. A table is opened once
// and its entries are taken one after another: an entry is stored, then
// acknowledged, then told to the others. A device is a guest with a role: a
// referee enters anything, a seat what its own player does, a screen nothing.
// Devices are known by tokens of which only hashes are kept, never by a name or
// an address.
//
// It must not know HTTP, JSON, games, a clock or chance: the last two are
// handed in, and time orders nothing.
package lobby
