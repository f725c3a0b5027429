package referee

// The roles of devices at a table.
const (
	RoleReferee Role = "referee" // enters anything
	RoleSeat    Role = "seat"    // enters what its own player does
	RoleScreen  Role = "screen"  // shows what everybody may see
)

// A Role says what a device may do.
type Role string

// An Author is who entered a record. It is no person: a device with a role, or
// with the zero Author the command line.
type Author struct {
	Role Role `json:"role"`
	Seat Seat `json:"seat,omitempty"`
	N    int  `json:"n,omitempty"` // tells several referees apart
}
