import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { createMailer, type OutgoingLetter } from '../../../src/platform/mail/mailer.ts';
import { smtpSettings } from '../../support/smtp-settings.ts';
import { refusingServers, type Saying } from './refusing-servers.ts';

const letter: OutgoingLetter = {
  from: 'Facevalue <certificates@facevalue.example>',
  to: 'anna@mail.example',
  subject: 'Подарок',
  html: '<p>Привет</p>',
  text: 'Привет',
  messageId: 'abc@facevalue.example',
};

const greeting = (pipelining: boolean): string =>
  pipelining ? '250-mx.example\r\n250-PIPELINING\r\n250 8BITMIME' : '250 mx.example';

/** Speaks as the sample says; whoever gives a good recipient is served. */
async function serverThat({ pipelining = true, ...says }: Saying) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    const say = (line: string | null | undefined): unknown =>
      line === undefined ? socket.end() : line !== null && socket.write(`${line}\r\n`);
    let [rest, isLetter, isGood] = ['', false, false];
    const answer = (line: string): void => {
      if (isLetter) {
        if (line !== '.') return;
        isLetter = false;
        say(isGood ? '250 2.0.0 taken' : says.end);
      } else if (line.startsWith('EHLO')) say(greeting(pipelining));
      else if (line.startsWith('MAIL')) say(says.mail ?? '250 2.1.0 ok');
      else if (line.startsWith('RCPT')) {
        isGood = line.includes('boris@');
        say(isGood ? '250 2.1.5 ok' : says.recipient);
      } else if (line === 'DATA') {
        const reply = isGood ? '354 go on' : says.data;
        isLetter = reply?.startsWith('354') === true;
        say(reply);
      } else say('250 2.0.0 ok');
    };
    socket.write('220 mx.example ESMTP\r\n');
    socket.on('data', (bytes) => {
      const lines = `${rest}${bytes.toString('latin1')}`.split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(answer);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Far less than the silence that a server is allowed, which is 30 s. */
const soonMs = 15_000;

for (const { name, source, input, right } of refusingServers)
  test(`a refused recipient ends within seconds: ${name} (${source})`, { timeout: soonMs }, async () => {
    await using server = await serverThat(input);
    const mailer = createMailer(smtpSettings(server.url));
    assert.deepEqual(await mailer.send(letter), right);
    if (input.mail === undefined)
      assert.deepEqual(await mailer.send({ ...letter, to: 'boris@mail.example' }), { is: 'sent' });
    await mailer.close();
  });
