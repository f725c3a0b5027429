// Package refereetest holds the tests that the rules of every game pass: play
// files, which people can read, and random play, which finds what nobody
// thought of.
//
// A play file is a line of set-up and then one line for each thing that
// happens:
//
//	# CSG-T2: these two dice resolve Data loss
//	play edition german seats lina otto
//	table reveal data-loss phishing ransomware malware identity-theft
//	lina roll INF SYS ACC NET
//	lina resolve data-loss with INF SYS
//	! R6: lina resolve phishing with ACC BEH      refused, by this rule
//	! R6 dice-missing: lina resolve phishing ...   and with this message
//	ruling "agreed before": lina ...               overruled
//	undo
//	= seats.lina.supply 6                          what the screen shows
//	= seats.lina.supply 6 for lina                 what a seat sees
//	legal lina resolve phishing                    a move that is offered
//	! legal lina roll                              one that is not
//	winner lina otto                               over, and who has won
//	winner none                                    over, all have lost
//
// Several plays may stand in one file, each beginning with a line "play".
package refereetest
