package match

// An ID names a match. It is made of letters and digits only, at most 20.
type ID string

// idAlphabet has no vowels, so that no word appears by chance, and none of the
// characters 0, 1, l and o, which are taken for each other.
const idAlphabet = "23456789bcdfghjkmnpqrstvwxyz"

// idLength gives 57 bits of chance.
const idLength = 12

// maxIDLength is what a custom id has room for.
const maxIDLength = 20

// NewID returns a random ID. pick returns a random number from 0 to below n, as
// math/rand/v2's IntN does.
func NewID(pick func(n int) int) ID {
	id := make([]byte, idLength)
	for i := range id {
		id[i] = idAlphabet[pick(len(idAlphabet))]
	}
	return ID(id)
}

// Valid says whether id has the form of an ID, whether or not NewID made it.
func (id ID) Valid() bool {
	for _, c := range []byte(id) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return 0 < len(id) && len(id) <= maxIDLength
}
