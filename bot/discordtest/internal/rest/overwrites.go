package rest

import (
	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func overwriteRoutes() map[string]methods {
	channel := (*request).channel
	return map[string]methods{
		"/channels/{channel}/permissions/{overwrite}": {
			put: write(withBody(channel, putOverwrite)), deletion: write(withObject(channel, deleteOverwrite)),
		},
	}
}

// readOverwrite reads an overwrite of a role or a member from a body. A bot cannot allow or deny
// permissions that it lacks. Callers hold the world's lock.
func (r *request) readOverwrite(g *world.Guild, id object.Snowflake, f form.Field) (world.Overwrite, error) {
	o := world.Overwrite{ID: id, Member: f.Get("type").OneOf(0, 1) == 1}
	for name, bits := range map[string]*object.Permissions{"allow": &o.Allow, "deny": &o.Deny} {
		if p := f.Get(name); !p.Null() {
			*bits = readPermissions(p)
		}
	}
	switch {
	case f.Form.Failed():
		return o, f.Form.Err()
	case !g.May(r.app, o.Allow|o.Deny):
		return o, form.ErrMissingPermissions()
	case o.Member && g.Member(r.world.Users[id]) == nil, !o.Member && g.Role(id) == nil:
		return o, form.ErrUnknownOverwrite()
	}
	return o, nil
}

func putOverwrite(r *request, c *world.Channel, f form.Field) (reply, error) {
	if err := r.mayManage(c, object.PermissionManageRoles); err != nil {
		return failed(err)
	}
	f.Get("type").Required()
	o, err := r.readOverwrite(c.Guild, r.PathValue("overwrite"), f)
	if err != nil {
		return failed(err)
	}
	c.SetOverwrite(o)
	c.TellUpdate()
	return noContent()
}

func deleteOverwrite(r *request, c *world.Channel) (reply, error) {
	if err := r.mayManage(c, object.PermissionManageRoles); err != nil {
		return failed(err)
	}
	if !c.RemoveOverwrite(r.PathValue("overwrite")) {
		return failed(form.ErrUnknownOverwrite())
	}
	c.TellUpdate()
	return noContent()
}
