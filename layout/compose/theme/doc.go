// Package theme reads the colours of a game and resolves them for an ink mode.
//
// In goes a file of layout/themes, or of a pack's own folder themes; out come
// named roles, each with its fill and the line around it, or Problems. It must
// not know what is drawn with them.
package theme
