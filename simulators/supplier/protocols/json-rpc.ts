/** JSON-RPC 2.0: `issueCertificate` and `activateCertificate` with named parameters. */
import {
  askOf,
  issuedFields,
  parseJson,
  refusalTexts,
  type Answer,
  type Protocol,
  type Saying,
} from '../protocol.ts';

/** Error number; the reason is in `data.code`. */
const refusedCode = -32_001;

export const jsonRpc: Protocol = ({ method, body }) => {
  const envelope = parseJson(body);
  if (method !== 'POST' || typeof envelope !== 'object' || envelope === null) return null;
  const { jsonrpc, id, method: name, params } = envelope as Record<string, unknown>;
  if (jsonrpc !== '2.0' || (typeof id !== 'string' && typeof id !== 'number')) return null;
  const kind =
    name === 'issueCertificate' ? 'issue' : name === 'activateCertificate' ? 'activate' : undefined;
  const ask = kind === undefined ? null : askOf(kind, params);
  return ask === null ? null : { ask, say: (saying) => say(saying, id) };
};

function say(saying: Saying, id: string | number): Answer {
  switch (saying.is) {
    case 'issued':
      return json({ jsonrpc: '2.0', id, result: issuedFields(saying) });
    case 'activated':
      return json({ jsonrpc: '2.0', id, result: true });
    case 'refused': {
      const error = { code: refusedCode, message: refusalTexts[saying.why], data: { code: saying.why } };
      return json({ jsonrpc: '2.0', id, error });
    }
  }
}

const json = (body: object): Answer => ({
  status: 200,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
