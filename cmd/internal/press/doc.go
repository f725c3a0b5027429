// Package press turns a request into printed sheets: it does the steps 1 to 6
// of a kit, and step 7 through a function of its caller.
//
// In go a Request and a catalog (an fs.FS). Localise loads and checks the games
// and gives each in its language, a Localization; Plan makes a list of jobs of
// these, one for each file; Run composes and imposes the jobs and hands on the
// Sheets of each. Problems with the data come back as source.Problems, all at
// once. It must not know folders of kits, manifests, commands or HTTP: package
// kit writes what comes out of here and seals it.
package press

// Version is kitpress's own version. Files carry it, so that it is a constant
// and not what a build system says.
const Version = "0.1.0"

// Tool is how kitpress names itself in what it writes.
const Tool = "kitpress " + Version
