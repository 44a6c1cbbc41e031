package training

import (
	"encoding/gob"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
)

// A State is a model in training, with everything that a later run needs to continue.
type State struct {
	Epoch, Steps  int       // what is done
	Weights       []float32 // of the model
	First, Second []float32 // Adam's running means of the gradient and of its square
}

// NewState returns an untrained model.
func NewState(seed uint64) *State {
	return begin(newModel(rand.New(rand.NewPCG(seed, 'N'))).numbers)
}

// Again returns a state that starts from the same weights with a new recipe.
func (s *State) Again() *State { return begin(slices.Clone(s.Weights)) }

func begin(weights []float32) *State {
	return &State{Weights: weights, First: make([]float32, modelSize), Second: make([]float32, modelSize)}
}

func (s *State) clone() *State {
	c := *s
	c.Weights, c.First, c.Second = slices.Clone(s.Weights), slices.Clone(s.First), slices.Clone(s.Second)
	return &c
}

// Model returns the model. It shares its weights with the state.
func (s *State) Model() *Model { return modelOf(s.Weights) }

// ErrState is wrapped by the errors about files of states that cannot be used.
var ErrState = errors.New("training: invalid state")

// ReadState reads a file that Write has written. Its errors wrap ErrState or come from reading the file.
func ReadState(name string) (*State, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	s := new(State)
	if err := gob.NewDecoder(f).Decode(s); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrState, name, err)
	}
	if len(s.Weights) != modelSize || len(s.First) != modelSize || len(s.Second) != modelSize || s.Epoch < 0 || s.Steps < 0 {
		return nil, fmt.Errorf("%w: %s: another shape", ErrState, name)
	}
	return s, nil
}

// Write writes the state to a file. After a failure, the file is unchanged.
func (s *State) Write(name string) error {
	unfinished := name + ".tmp"
	f, err := os.Create(unfinished)
	if err != nil {
		return err
	}
	if err := errors.Join(gob.NewEncoder(f).Encode(s), f.Close()); err != nil {
		return err
	}
	return os.Rename(unfinished, name)
}
