import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '../../src/platform/network/http-client.ts';
import { readProvider } from '../../src/platform/texter/provider-settings.ts';
import type { TextReceipt } from '../../src/platform/texter/text-provider.ts';
import { createTexter } from '../../src/platform/texter/texter.ts';

const patienceMs = 60_000;
const pieceBytes = 21;

/**
 * A peer that implements SMPP 3.4 byte by byte from the specification, without a library, to find mistakes that the
 * package would make on both sides.
 */
const command = { bind: 9, submit: 4, deliver: 5, unbind: 6 };
const response = 0x80000000;

interface Frame {
  id: number;
  status: number;
  sequence: number;
  body: Buffer;
}

function frame(id: number, sequence: number, body: Buffer, status = 0): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(16 + body.length, 0);
  head.writeUInt32BE(id >>> 0, 4);
  head.writeUInt32BE(status, 8);
  head.writeUInt32BE(sequence, 12);
  return Buffer.concat([head, body]);
}

function* framesIn(bytes: Buffer): Generator<Frame> {
  for (let rest = bytes; rest.length >= 16 && rest.length >= rest.readUInt32BE(0);) {
    const length = rest.readUInt32BE(0);
    const [id, status, sequence] = [rest.readUInt32BE(4), rest.readUInt32BE(8), rest.readUInt32BE(12)];
    yield { id, status, sequence, body: rest.subarray(16, length) };
    rest = rest.subarray(length);
  }
}

/** C-octet strings and bytes, in the order of the specification. */
function reader(body: Buffer) {
  let place = 0;
  return {
    text() {
      const end = body.indexOf(0, place);
      const value = body.toString('latin1', place, end);
      place = end + 1;
      return value;
    },
    byte() {
      place += 1;
      return body.readUInt8(place - 1);
    },
    rest: () => body.subarray(place),
  };
}

function readSubmit(body: Buffer) {
  const read = reader(body);
  return {
    service: read.text(),
    from: [read.byte(), read.byte(), read.text()],
    to: [read.byte(), read.byte(), read.text()],
    esmClass: read.byte(),
    protocol: read.byte(),
    priority: read.byte(),
    schedule: read.text(),
    validity: read.text(),
    registered: read.byte(),
    replace: read.byte(),
    coding: read.byte(),
    canned: read.byte(),
    length: read.byte(),
    message: read.rest(),
  };
}

const zero = Buffer.from([0]);
const named = (name: string): Buffer => Buffer.concat([Buffer.from(name, 'latin1'), zero]);

function receiptBody(messageId: string): Buffer {
  const text = `id:${messageId} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:`;
  return Buffer.concat([
    zero,
    Buffer.from([1, 1]),
    named('79001234567'),
    Buffer.from([5, 0]),
    named('Shop'),
    // esm_class of a receipt, then protocol_id, priority_flag, two empty times, and five more bytes.
    Buffer.from([4, 0, 0, 0, 0, 0, 0, 0, 0, text.length]),
    Buffer.from(text, 'latin1'),
  ]);
}

/** In pieces that end within a frame, as networks do, and after what was written before. */
async function writeInPieces(socket: Socket, all: Buffer, before: Promise<void>): Promise<void> {
  await before;
  for (let from = 0; from < all.length; from += pieceBytes) {
    socket.write(all.subarray(from, from + pieceBytes));
    await sleep(1);
  }
}

async function peer(heard: Frame[]): Promise<{ server: Server; port: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    let bytes: Buffer = Buffer.alloc(0);
    let written = Promise.resolve();
    const write = (all: Buffer): void => {
      written = writeInPieces(socket, all, written);
    };
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (const one of framesIn(bytes)) {
        bytes = bytes.subarray(16 + one.body.length);
        heard.push(one);
        if (one.id === command.bind) write(frame(response + command.bind, one.sequence, named('peer')));
        if (one.id === command.unbind) write(frame(response + command.unbind, one.sequence, Buffer.alloc(0)));
        if (one.id !== command.submit) continue;
        const id = `m${one.sequence}`;
        const answer = frame(response + command.submit, one.sequence, named(id));
        const receipt = frame(command.deliver, 1000 + one.sequence, receiptBody(id));
        write(Buffer.concat([answer, receipt]));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, sockets };
}

test('bind, parts, receipts and unbind follow the SMPP specification byte by byte', async () => {
  const heard: Frame[] = [];
  const { server, port, sockets } = await peer(heard);
  const http = createHttpClient({ allowPrivateAddresses: true });
  const primary = readProvider('X', `smpp://shop:s%40cret@127.0.0.1:${port}?from=Shop&system_type=WEB`);
  const texter = createTexter({ primary, fallback: null }, http);
  const receipts: TextReceipt[] = [];
  texter.receive((told) => {
    receipts.push(...told);
    return Promise.resolve();
  });
  const text = `${'Подарок ждёт вас. '.repeat(5)}😀`;
  const outcome = await texter.send({ to: '79001234567', text, reference: 'one' });
  const deadline = performance.now() + patienceMs;
  while (receipts.length < 2 && performance.now() < deadline) await sleep(5);
  await texter.close();
  await http.close();
  server.close();
  for (const socket of sockets) socket.destroy();

  const bind = reader(heard.find(({ id }) => id === command.bind)?.body ?? zero);
  assert.deepEqual([bind.text(), bind.text(), bind.text(), bind.byte()], ['shop', 's@cret', 'WEB', 0x34]);
  const submits = heard.filter(({ id }) => id === command.submit).map(({ body }) => readSubmit(body));
  assert.equal(submits.length, 2);
  for (const submit of submits) {
    assert.deepEqual(
      [submit.from, submit.to],
      [
        [5, 0, 'Shop'],
        [1, 1, '79001234567'],
      ],
    );
    assert.deepEqual([submit.esmClass, submit.registered, submit.coding], [0x40, 1, 8]);
    assert.equal(submit.length, submit.message.length);
    assert.ok(submit.message.length <= 140);
  }
  const headers = submits.map(({ message }) => [...message.subarray(0, 6)]);
  const [reference] = headers.map((header) => header[3]);
  assert.deepEqual(headers, [
    [5, 0, 3, reference, 2, 1],
    [5, 0, 3, reference, 2, 2],
  ]);
  const letters = Buffer.concat(submits.map(({ message }) => message.subarray(6)));
  assert.equal(letters.swap16().toString('utf16le'), text);

  assert.ok(outcome.is === 'sent');
  assert.deepEqual(
    receipts.map(({ messageId, report }) => [messageId, report]),
    outcome.messageIds.map((id) => [id, 'delivered']),
  );
  const answers = heard.filter(({ id }) => id === response + command.deliver);
  assert.deepEqual(
    answers.map(({ status, sequence }) => [status, sequence > 1000]),
    [
      [0, true],
      [0, true],
    ],
  );
  assert.equal(heard.at(-1)?.id, command.unbind);
});
