package catalog

import (
	"crypto/sha256"
	"encoding/hex"
)

// Hash names the wording of a text: the first 8 hex digits of its SHA-256. A
// translation stores the hash of the source text it was made from, so that it
// is known to be stale when the source changes.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}
