// A bot that receives its interactions over HTTP and answers /ping with "pong". It uses no library of Discord's but
// discord-interactions, which verifies the signatures.

import { createServer } from 'node:http';
import { InteractionResponseType, InteractionType, verifyKey } from 'discord-interactions';

const { DISCORD_API_URL, DISCORD_TOKEN, APPLICATION_ID } = process.env;

// ask makes a request to the API and returns the answer.
async function ask(method, path, body) {
  const answer = await fetch(`${DISCORD_API_URL}/api/v10${path}`, {
    method, body: body && JSON.stringify(body),
    headers: { Authorization: `Bot ${DISCORD_TOKEN}`, 'Content-Type': 'application/json', 'User-Agent': 'DiscordBot (https://example.com, 1)' },
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const { verify_key: key } = await ask('GET', '/applications/@me');

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const signed = await verifyKey(body, request.headers['x-signature-ed25519'], request.headers['x-signature-timestamp'], key);
  if (!signed) {
    response.writeHead(401).end('Bad request signature');
    return;
  }
  const { type } = JSON.parse(body);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(type === InteractionType.PING
    ? { type: InteractionResponseType.PONG }
    : { type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE, data: { content: 'pong' } }));
});
server.listen(0, '127.0.0.1', async () => {
  await ask('PATCH', '/applications/@me', { interactions_endpoint_url: `http://127.0.0.1:${server.address().port}/` });
  await ask('PUT', `/applications/${APPLICATION_ID}/commands`, [{ name: 'ping', description: 'Answer' }]);
});

// The test ends the bot by closing its standard input.
process.stdin.resume().on('end', () => process.exit(0));
