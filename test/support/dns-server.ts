import { createSocket } from 'node:dgram';

export interface DnsServer extends AsyncDisposable {
  /** For FACEVALUE_DNS_SERVERS. */
  address: string;
  /** The number of queries. */
  asked(): number;
}

/** Texts by name; several where a name has several records. */
type DnsRecords = Record<string, string | string[]>;

const noSuchName = 3;
const txt = 16;

/** A name server on the loopback with only these TXT records; `silent`: it never answers. */
export async function dnsServer(records: DnsRecords, silent = false): Promise<DnsServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    asked += 1;
    if (!silent) socket.send(answerTo(question, records), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answerTo(question: Buffer, records: DnsRecords): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const asked = question.subarray(12, at + 5);
  const known = question.readUInt16BE(at + 1) === txt ? records[labels.join('.').toLowerCase()] : undefined;
  const found = known === undefined ? [] : [known].flat();
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8580 | (found.length === 0 ? noSuchName : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found.length, 6);
  return Buffer.concat([head, asked, ...found.map(answerRecord)]);
}

function answerRecord(record: string): Buffer {
  const strings = (record.match(/.{1,255}/g) ?? []).flatMap((part) => [
    Buffer.from([part.length]),
    Buffer.from(part),
  ]);
  const data = Buffer.concat(strings);
  const answer = Buffer.alloc(12);
  answer.writeUInt16BE(0xc00c, 0);
  answer.writeUInt16BE(txt, 2);
  answer.writeUInt16BE(1, 4);
  answer.writeUInt32BE(60, 6);
  answer.writeUInt16BE(data.length, 10);
  return Buffer.concat([answer, data]);
}
