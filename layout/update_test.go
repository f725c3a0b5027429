package layout

import "flag"

var update = flag.Bool("update", false, "write the goldens in testdata anew")
