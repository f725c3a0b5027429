// Package vendor makes what services that print games, and tables on a screen,
// take: pictures of the very pixels they want, or pages, in folders, and a file
// that says how many of what.
//
// In go games in their languages (press.Localization); out come files in a
// publish.Folder. What a service wants is data, in vendors.yaml; only the files
// some of them open are code. The package must not know how kits are printed.
package vendor
