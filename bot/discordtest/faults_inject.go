package discordtest

// Inject makes something go wrong for the application. A fault of the gateway
// strikes at once, the others as soon as there is something to strike. Errors:
// ErrFault, and ErrNotConnected for a fault of the gateway.
func (g *gateway) Inject(a *Application, f Fault) (*Injection, error) {
	f, err := f.complete()
	if err != nil {
		return nil, err
	}
	g.log.Info("fault", "fault", f.String(), "effect", f.Effect().String())
	strike, atOnce := gatewayFaults[f.Kind]
	if !atOnce {
		return g.faults.add(a.ID, f), nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	conns := g.connections(a)
	if len(conns) == 0 {
		return nil, ErrNotConnected
	}
	in := g.faults.addStruck(a.ID, f, len(conns))
	for _, c := range conns {
		strike(c, f)
	}
	return in, nil
}
