import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { pino } from 'pino';
import { handleFailures } from './failures.ts';
import { acceptUploads, readUpload } from './uploads.ts';

const part = 'Content-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nbytes\r\n';

test('forms of parts that are broken are the sender’s fault', async () => {
  const app = fastify();
  handleFailures(app, pino({ level: 'silent' }));
  await acceptUploads(app);
  app.post('/', (request) =>
    readUpload(request, 100).then((upload) => ('is' in upload ? upload.is : upload.bytes.toString())),
  );
  const send = async (type: string, payload: string) => {
    const answer = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload });
    return [answer.statusCode, answer.body.includes('multipart') || answer.body.includes('Unexpected')];
  };
  const form = 'multipart/form-data; boundary=b';
  for (const [type, payload] of [
    ['multipart/form-data', `--b\r\n${part}--b--\r\n`],
    ['multipart/form-data; boundary=', `--b\r\n${part}--b--\r\n`],
    [form, `--b\r\n${part}`],
    [form, `--b\r\nContent-Disposition`],
  ] as const)
    assert.deepEqual(await send(type, payload), [400, false], `${type} ${payload.slice(0, 30)}`);
  assert.equal(
    (
      await app.inject({
        method: 'POST',
        url: '/',
        headers: { 'content-type': form },
        payload: `--b\r\n${part}--b--\r\n`,
      })
    ).body,
    'bytes',
  );
  await app.close();
});
