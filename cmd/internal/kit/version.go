package kit

// Version is kitpress's own version. Files carry it, so that it is a constant
// and not what a build system says.
const Version = "0.1.0"

// Tool is how kitpress names itself in what it writes.
const Tool = "kitpress " + Version
