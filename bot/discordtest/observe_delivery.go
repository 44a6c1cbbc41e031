package discordtest

import (
	"encoding/json"
	"time"
)

// A Delivery is an interaction on its way to an application.
type Delivery struct {
	Time        time.Time
	Application Snowflake
	Interaction json.RawMessage // as the application gets it, its token included
}

// WithInteractionObserver makes the server call f before each interaction
// leaves for its application; observers given by several options are all
// called, in order. f may be called by many goroutines at once and must not
// keep the server waiting.
func WithInteractionObserver(f func(Delivery)) Option {
	return func(s *Server) { s.desk.observers = append(s.desk.observers, f) }
}

// noteDelivery reports an interaction to the observers.
func (d *desk) noteDelivery(a *Application, o interactionObject) {
	if len(d.observers) == 0 {
		return
	}
	raw, err := json.Marshal(o)
	if err != nil {
		panic("discordtest: an interaction that is not JSON: " + err.Error()) // a mistake of this package
	}
	for _, f := range d.observers {
		f(Delivery{Time: time.Now(), Application: a.ID, Interaction: raw})
	}
}
