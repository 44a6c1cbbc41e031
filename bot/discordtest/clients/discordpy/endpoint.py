"""A bot that takes its interactions by HTTP, written with PyNaCl as Discord's page on
interactions shows it. It answers /ping with "pong".
"""

import json
import os
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

API = os.environ['DISCORD_API_URL'] + '/api/v10'


def ask(method, path, body=None):
    """Makes a request of the API."""
    request = urllib.request.Request(API + path, method=method, data=json.dumps(body).encode() if body else None, headers={
        'Authorization': f'Bot {os.environ["DISCORD_TOKEN"]}', 'Content-Type': 'application/json',
        'User-Agent': 'DiscordBot (https://example.com, 1)',
    })
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


key = VerifyKey(bytes.fromhex(ask('GET', '/applications/@me')['verify_key']))


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length'])).decode()
        try:
            key.verify((self.headers['X-Signature-Timestamp'] + body).encode(), bytes.fromhex(self.headers['X-Signature-Ed25519']))
        except BadSignatureError:
            self.send_error(401, 'invalid request signature')
            return
        ping = json.loads(body)['type'] == 1
        answer = json.dumps({'type': 1} if ping else {'type': 4, 'data': {'content': 'pong'}}).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


server = ThreadingHTTPServer(('127.0.0.1', 0), Endpoint)
threading.Thread(target=server.serve_forever, daemon=True).start()
ask('PATCH', '/applications/@me', {'interactions_endpoint_url': f'http://127.0.0.1:{server.server_port}/'})
ask('PUT', f'/applications/{os.environ["APPLICATION_ID"]}/commands', [{'name': 'ping', 'description': 'Answer'}])

# The test ends the bot by closing its standard input.
sys.stdin.read()
server.shutdown()
