package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/json"
)

func threadName(t discord.GuildThread) string { return t.Name() }

// active returns the names of the guild's active threads, or "none".
func (s step) active() (string, error) {
	found, err := s.GetActiveGuildThreads(s.guild)
	if err != nil || len(found.Threads) == 0 {
		return "none", err
	}
	return names(found.Threads, threadName), nil
}

func (f *features) openThread(s step) (string, error) {
	t, err := s.CreateThread(s.channel, discord.GuildPublicThreadCreate{Name: "replay", AutoArchiveDuration: discord.AutoArchiveDuration1h})
	if err != nil {
		return "", err
	}
	f.thread = t.ID()
	if err := s.AddThreadMember(f.thread, s.user); err != nil {
		return "", err
	}
	if _, err := s.CreateMessage(f.thread, text("Let us talk")); err != nil {
		return "", err
	}
	members, err := s.GetThreadMembers(f.thread)
	if err != nil {
		return "", err
	}
	active, err := s.active()
	return fmt.Sprintf("%s of %d, active: %s", t.Name(), len(members), active), err
}

func (f *features) threadOfMessage(s step) (string, error) {
	m, err := s.CreateMessage(s.channel, text("Something to talk about"))
	if err != nil {
		return "", err
	}
	t, err := s.CreateThreadFromMessage(s.channel, m.ID, discord.ThreadCreateFromMessage{Name: "about it"})
	if err != nil {
		return "", err
	}
	return map[bool]string{true: "its id", false: "another id"}[t.ID() == m.ID], s.DeleteChannel(t.ID())
}

func (f *features) leaveThread(s step) (string, error) {
	err := errors.Join(s.RemoveThreadMember(f.thread, s.user), s.LeaveThread(f.thread), s.JoinThread(f.thread))
	if err != nil {
		return "", err
	}
	members, err := s.GetThreadMembers(f.thread)
	return fmt.Sprintf("members: %d", len(members)), err
}

func (f *features) archive(s step) (string, error) {
	name, yes := "replayed", true
	for _, change := range []discord.GuildThreadUpdate{{Name: &name}, {Locked: &yes}, {Archived: &yes}} {
		if _, err := s.UpdateChannel(f.thread, change); err != nil {
			return "", err
		}
	}
	found, err := s.GetPublicArchivedThreads(s.channel, time.Time{}, 10)
	if err != nil {
		return "", err
	}
	return "archived: " + names(found.Threads, threadName), nil
}

func (f *features) reopen(s step) (string, error) {
	no := false
	for _, change := range []discord.GuildThreadUpdate{{Archived: &no}, {Locked: &no}} {
		if _, err := s.UpdateChannel(f.thread, change); err != nil {
			return "", err
		}
	}
	return "open", nil
}

func (f *features) deleteThread(s step) (string, error) {
	if err := s.DeleteChannel(f.thread); err != nil {
		return "", err
	}
	active, err := s.active()
	return "active: " + active, err
}

func (f *features) members(s step) (string, error) {
	listed, err := s.GetMembers(s.guild, 10, 0)
	if err != nil {
		return "", err
	}
	found, err := s.SearchMembers(s.guild, "ali", 10)
	if err != nil {
		return "", err
	}
	one, err := s.GetMember(s.guild, found[0].User.ID)
	if err != nil {
		return "", err
	}
	all := names(listed, func(m discord.Member) string { return m.User.Username })
	return fmt.Sprintf("%s; found %d: %s", all, len(found), one.EffectiveName()), nil
}

func (f *features) nicknames(s step) (string, error) {
	// The response is a member, which disgo cannot read. GetMember below reads the result.
	_, _ = s.UpdateCurrentMember(s.guild, "Referee")
	nick := "Champion"
	if _, err := s.UpdateMember(s.guild, s.user, discord.MemberUpdate{Nick: &nick}); err != nil {
		return "", err
	}
	me, err := s.GetMember(s.guild, s.app)
	if err != nil {
		return "", err
	}
	member, err := s.GetMember(s.guild, s.user)
	if err != nil {
		return "", err
	}
	return me.EffectiveName() + ", " + member.EffectiveName(), nil
}

func (f *features) timeOut(s step) (string, error) {
	found, err := s.SearchMembers(s.guild, "bob", 1)
	if err != nil {
		return "", err
	}
	bob := found[0].User.ID
	silenced, err := s.UpdateMember(s.guild, bob, discord.MemberUpdate{
		CommunicationDisabledUntil: json.NewNullablePtr(time.Now().Add(time.Minute)),
	})
	if err != nil {
		return "", err
	}
	free, err := s.UpdateMember(s.guild, bob, discord.MemberUpdate{CommunicationDisabledUntil: json.NullPtr[time.Time]()})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%t, %t", silenced.CommunicationDisabledUntil != nil, free.CommunicationDisabledUntil != nil), nil
}

// hasRole reports whether the member who used /do has the role that the step "role" created.
func (f *features) hasRole(s step) (bool, error) {
	m, err := s.GetMember(s.guild, s.user)
	if err != nil {
		return false, err
	}
	return slices.Contains(m.RoleIDs, f.role), nil
}

func (f *features) makeRole(s step) (string, error) {
	made, err := s.CreateRole(s.guild, discord.RoleCreate{Name: "players", Color: 0xff0000, Mentionable: true})
	if err != nil {
		return "", err
	}
	f.role = made.ID
	name, may := "winners", discord.PermissionManageMessages
	if _, err := s.UpdateRole(s.guild, f.role, discord.RoleUpdate{Name: &name, Permissions: &may}); err != nil {
		return "", err
	}
	if err := s.AddMemberRole(s.guild, s.user, f.role); err != nil {
		return "", err
	}
	all, err := s.GetRoles(s.guild)
	if err != nil {
		return "", err
	}
	all = slices.DeleteFunc(all, func(r discord.Role) bool { return !r.Mentionable })
	has, err := f.hasRole(s)
	return fmt.Sprintf("%s, %t", names(all, func(r discord.Role) string { return r.Name }), has), err
}

func (f *features) removeRole(s step) (string, error) {
	if err := s.RemoveMemberRole(s.guild, s.user, f.role); err != nil {
		return "", err
	}
	has, err := f.hasRole(s)
	if err != nil {
		return "", err
	}
	if err := s.DeleteRole(s.guild, f.role); err != nil {
		return "", err
	}
	all, err := s.GetRoles(s.guild)
	return fmt.Sprintf("%t, %t", has, slices.ContainsFunc(all, func(r discord.Role) bool { return r.ID == f.role })), err
}

// channels returns the names of the guild's channels.
func (s step) channels() (string, error) {
	all, err := s.GetGuildChannels(s.guild)
	return names(all, discord.GuildChannel.Name), err
}

func (f *features) makeChannel(s step) (string, error) {
	made, err := s.CreateGuildChannel(s.guild, discord.GuildTextChannelCreate{Name: "arena", Topic: "Games"})
	if err != nil {
		return "", err
	}
	f.channel = made.ID()
	topic, no := "Games of today", discord.PermissionSendMessages
	changed, err := s.UpdateChannel(f.channel, discord.GuildTextChannelUpdate{Topic: &topic})
	if err != nil {
		return "", err
	}
	if err := s.UpdatePermissionOverwrite(f.channel, s.user, discord.MemberPermissionOverwriteUpdate{Deny: &no}); err != nil {
		return "", err
	}
	read, err := s.GetChannel(f.channel)
	if err != nil {
		return "", err
	}
	shown, _ := changed.(discord.GuildTextChannel)
	again, _ := read.(discord.GuildTextChannel)
	overwrite, _ := again.PermissionOverwrites().Member(s.user)
	all, err := s.channels()
	return fmt.Sprintf("%s; %s; %t", all, *shown.Topic(), overwrite.Deny.Missing(no)), err
}

func (f *features) removeChannel(s step) (string, error) {
	if err := errors.Join(s.DeletePermissionOverwrite(f.channel, s.user), s.DeleteChannel(f.channel)); err != nil {
		return "", err
	}
	return s.channels()
}

func (f *features) makeWebhook(s step) (string, error) {
	var err error
	if f.webhook, err = s.CreateWebhook(s.channel, discord.WebhookCreate{Name: "News"}); err != nil {
		return "", err
	}
	id, token := f.webhook.ID(), f.webhook.Token
	m, err := s.CreateWebhookMessage(id, token, discord.WebhookMessageCreate{Content: "First news", Username: "Herald"}, true, 0)
	if err != nil {
		return "", err
	}
	f.news = m.ID
	better := "Better news"
	if m, err = s.UpdateWebhookMessage(id, token, f.news, discord.WebhookMessageUpdate{Content: &better}, 0); err != nil {
		return "", err
	}
	here, err := s.GetWebhooks(s.channel)
	if err != nil {
		return "", err
	}
	all, err := s.GetAllWebhooks(s.guild)
	return strings.Join([]string{names(here, discord.Webhook.Name), names(all, discord.Webhook.Name), m.Content}, "; "), err
}

func (f *features) removeWebhook(s step) (string, error) {
	id, token, name := f.webhook.ID(), f.webhook.Token, "Old news"
	if err := s.DeleteWebhookMessage(id, token, f.news, 0); err != nil {
		return "", err
	}
	changed, err := s.UpdateWebhookWithToken(id, token, discord.WebhookUpdateWithToken{Name: &name})
	if err != nil {
		return "", err
	}
	return changed.Name(), s.DeleteWebhookWithToken(id, token)
}

func (f *features) makeInvite(s step) (string, error) {
	age, uses := 3600, 2
	made, err := s.CreateInvite(s.channel, discord.InviteCreate{MaxAge: &age, MaxUses: &uses, Unique: true})
	if err != nil {
		return "", err
	}
	f.invite = made.Code
	read, err := s.GetInvite(f.invite)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%t %s", read.Guild.ID == s.guild, f.invite), nil
}

func (f *features) removeInvite(s step) (string, error) {
	before, err := s.GetGuildInvites(s.guild)
	if err != nil {
		return "", err
	}
	if _, err := s.DeleteInvite(f.invite); err != nil {
		return "", err
	}
	after, err := s.GetChannelInvites(s.channel)
	return fmt.Sprintf("used %d, left %d", before[0].Uses, len(after)), err
}

func (f *features) write(s step) (string, error) {
	to, err := s.GetUser(s.user)
	if err != nil {
		return "", err
	}
	dm, err := s.CreateDMChannel(to.ID)
	if err != nil {
		return "", err
	}
	_, err = s.CreateMessage(dm.ID(), text("A word in private"))
	return to.Username, err
}
