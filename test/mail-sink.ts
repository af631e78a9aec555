import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  url: string;
  letters: ParsedMail[];
  /** Answers this SMTP code to the next letters; 0 accepts them again. */
  refuseWith(code: number): void;
  close(): Promise<void>;
}

/** A real SMTP server on the loopback that keeps what it gets. */
export async function mailSink(): Promise<MailSink> {
  const letters: ParsedMail[] = [];
  let refusal = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then((letter) => {
        if (refusal !== 0)
          return done(Object.assign(new Error('refused by the test'), { responseCode: refusal }));
        letters.push(letter);
        return done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refuseWith: (code) => {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
