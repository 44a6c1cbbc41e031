package object_test

import (
	"testing"

	"noughts/bot/discordtest/object"
)

func TestParsePermissions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]object.Permissions{
		"0": 0, "8": object.PermissionAdministrator, " 268435458 ": object.PermissionManageRoles | object.PermissionKickMembers,
		"administrator": object.PermissionAdministrator, "ManageRoles, KICK_MEMBERS": object.PermissionManageRoles | object.PermissionKickMembers,
		"pin-messages": object.PermissionPinMessages,
	} {
		if got, err := object.ParsePermissions(text); got != want || err != nil {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-1", "9007199254740992", "manage everything", "MANAGE_ROLES,", "MANAGE_ROLES2"} {
		if got, err := object.ParsePermissions(text); err == nil {
			t.Errorf("%q: %s", text, got)
		}
	}
}
