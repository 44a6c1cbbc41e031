package network

import (
	_ "embed" // for the weights
	"sync"
)

//go:embed default.weights
var file []byte

// Default returns the weights that the program carries. They are shared: nobody
// may change them.
var Default = sync.OnceValue(func() *Weights {
	w, err := Decode(file)
	if err != nil {
		panic(err) // a test reads the file
	}
	return w
})
