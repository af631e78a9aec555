// A supplier in Facevalue's sample shape: node supplier-server.mjs [port] [token]. Keep codes in a database instead.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
const [port = '8099', token = ''] = process.argv.slice(2);
const issued = new Map(); // request_id → answer: a repeat gets the same one
const codes = new Set();
const expire_at = '2030-12-31 23:59:59'; // Moscow time
const digits = (count) => Array.from({ length: count }, () => randomInt(10)).join('');
const refused = (status, code) => [status, JSON.stringify({ error: { code, text: code } })];
function issue({ request_id, denomination }) {
  if (typeof request_id !== 'string' || request_id === '') return refused(400, 'malformed');
  if (![500, 1000, 3000].includes(denomination)) return refused(422, 'bad_face');
  const fresh = { request_id, denomination, code: digits(16), pin: digits(4), expire_at };
  const answer = issued.get(request_id) ?? fresh;
  issued.set(request_id, answer);
  codes.add(answer.code);
  return [201, JSON.stringify(answer)];
}
const activate = ({ code }) => (codes.has(code) ? [200, ''] : refused(404, 'bad_code'));
const operations = { 'POST /api/issueCertificate': issue, 'PUT /api/activateCertificate': activate };
async function answerTo({ method, url, headers }, body) {
  if (token !== '' && headers.authorization !== `Bearer ${token}`) return refused(401, 'unauthorized');
  return operations[`${method} ${url}`](JSON.parse(body));
}
const server = createServer(async (request, response) => {
  const [status, body] = await answerTo(request, await text(request)).catch(() => refused(400, 'malformed'));
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`port ${server.address().port}\n`));
