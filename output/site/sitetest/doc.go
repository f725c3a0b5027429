// Package sitetest judges the files of a site: are the pages well formed, can
// they be read by everybody, do all links lead somewhere, is nothing fetched
// from elsewhere?
//
// In go the files, name and content; out come faults in plain words. It is
// stricter than HTML: every element is closed, every element and attribute is
// one of those the site has reason to use. For tests only.
package sitetest
