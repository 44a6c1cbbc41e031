package discordtest

import (
	"context"
	"slices"
	"time"
)

// An Injection is a fault that has been injected, and what became of it.
type Injection struct {
	Fault Fault // with what it left out

	g    *gateway
	app  *Application
	done chan struct{}

	// Guarded by the gateway's lock.
	outcome Outcome
	hit     int // connections that were struck
	open    int // those of them that are not over yet
	back    int // sessions that have come back since
}

// An Outcome is what has happened since a fault was injected.
type Outcome struct {
	Injected   time.Time
	Struck     int       // connections, events or requests so far
	Lost       time.Time // when the connections it struck were over; zero before
	Back       time.Time // when as many sessions were up again; zero before
	Resumes    int       // sessions resumed until then
	Identifies int       // IDENTIFYs received until then, refused ones included
}

// Inject makes something go wrong for the application. A fault of the gateway
// strikes at once, the others as soon as there is something to strike. Errors:
// ErrFault, and ErrNotConnected for a fault of the gateway.
func (a *Application) Inject(f Fault) (*Injection, error) {
	f, err := f.complete(a.server)
	if err != nil {
		return nil, err
	}
	g := a.server.gateway
	in := &Injection{Fault: f, g: g, app: a, done: make(chan struct{}), outcome: Outcome{Injected: time.Now()}}
	g.mu.Lock()
	defer g.mu.Unlock()
	strike, atOnce := gatewayFaults[f.Kind]
	if !atOnce {
		g.app(a).armed = append(g.app(a).armed, in)
	} else if err := in.strikeAll(strike); err != nil {
		return nil, err
	}
	a.server.log.Info("fault", "fault", f.String(), "effect", f.Effect().String())
	return in, nil
}

// strikeAll strikes the application's connections. Callers hold g.mu.
func (in *Injection) strikeAll(strike func(*gatewayConn, Fault)) error {
	conns := in.g.connections(in.app)
	if len(conns) == 0 {
		return ErrNotConnected
	}
	in.hit, in.open, in.outcome.Struck = len(conns), len(conns), len(conns)
	if in.Fault.Effect() == EffectNone {
		close(in.done)
	} else {
		app := in.g.app(in.app)
		app.recovering = append(app.recovering, in)
	}
	for _, c := range conns {
		strike(c, in.Fault)
	}
	return nil
}

// Outcome returns what has happened so far.
func (in *Injection) Outcome() Outcome {
	in.g.mu.Lock()
	defer in.g.mu.Unlock()
	return in.outcome
}

// Done returns a channel that is closed when the fault is over: it has struck as
// often as it should, and the connections it ended have come back; those that it
// ended for good are gone.
func (in *Injection) Done() <-chan struct{} { return in.done }

// Wait returns the outcome as soon as the fault is over, or ctx's error with the
// outcome so far.
func (in *Injection) Wait(ctx context.Context) (Outcome, error) {
	select {
	case <-in.done:
		return in.Outcome(), nil
	case <-ctx.Done():
		return in.Outcome(), ctx.Err()
	}
}

// takeFault takes the oldest armed fault of the application that fits, if there
// is one. Callers hold g.mu.
func (g *gateway) takeFault(a *Application, fits func(Fault) bool) (Fault, bool) {
	app := g.app(a)
	for i, in := range app.armed {
		if !fits(in.Fault) {
			continue
		}
		in.outcome.Struck++
		if in.outcome.Struck == in.Fault.Times {
			close(in.done)
			app.armed = slices.Delete(app.armed, i, i+1)
		}
		return in.Fault, true
	}
	return Fault{}, false
}

// takeFault takes an armed fault of a kind.
func (a *Application) takeFault(kind FaultKind) (Fault, bool) {
	g := a.server.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.takeFault(a, func(f Fault) bool { return f.Kind == kind })
}

// eachRecovering does something with the injections after which the
// application's sessions have not all come back, and drops those for which that
// says they are over. Callers hold g.mu.
func (g *gateway) eachRecovering(a *Application, over func(*Injection) bool) {
	app := g.app(a)
	app.recovering = slices.DeleteFunc(app.recovering, func(in *Injection) bool {
		if !over(in) {
			return false
		}
		close(in.done)
		return true
	})
}

// noteLost notes that a connection of the application is over. Callers hold g.mu.
func (g *gateway) noteLost(a *Application) {
	g.eachRecovering(a, func(in *Injection) bool {
		if in.open == 0 {
			return false
		}
		in.open--
		if in.open == 0 {
			in.outcome.Lost = time.Now()
		}
		return in.open == 0 && in.Fault.Effect() == EffectStop
	})
}

// noteBack notes that a session is up, resumed or new. Callers hold g.mu.
func (g *gateway) noteBack(a *Application, resumed bool) {
	g.eachRecovering(a, func(in *Injection) bool {
		if resumed {
			in.outcome.Resumes++
		}
		in.back++
		if in.back < in.hit {
			return false
		}
		in.outcome.Back = time.Now()
		return true
	})
}

// noteIdentify notes that the application has sent IDENTIFY. Callers hold g.mu.
func (g *gateway) noteIdentify(a *Application) {
	g.eachRecovering(a, func(in *Injection) bool {
		in.outcome.Identifies++
		return false
	})
}
