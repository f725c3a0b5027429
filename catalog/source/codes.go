package source

// The codes of the problems this package finds. Packages that read files with
// it add their own.
const (
	CodeFileMissing  = "file-missing"
	CodeFileTooLarge = "file-too-large"
	CodeFileKind     = "file-kind"
	CodeFileEscapes  = "file-escapes"
	CodeFileRead     = "file-read"
	CodeFileEmpty    = "file-empty"
	CodeEncoding     = "encoding"          // not UTF-8
	CodeControl      = "control-character" // NUL, escape and the like
	CodeSyntax       = "yaml-syntax"
	CodeDepth        = "yaml-depth"
	CodeAlias        = "yaml-alias" // anchors, aliases and merge keys
	CodeTag          = "yaml-tag"
	CodeDocuments    = "yaml-documents" // more than one
	CodeDoubleKey    = "double-key"
	CodeUnknownKey   = "unknown-key"
	CodeMissingKey   = "missing-key"
	CodeWrongType    = "wrong-type"
	CodeEmpty        = "empty"
	CodeRange        = "out-of-range"
	CodeUnknownValue = "unknown-value" // not one of a closed list of words
	CodeFormat       = "format-version"
)
