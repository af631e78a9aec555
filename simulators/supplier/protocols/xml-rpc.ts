/** XML-RPC: `issueCertificate` and `activateCertificate` with one struct. */
import { askOf, issuedFields, type Answer, type Ask, type Protocol, type Saying } from '../protocol.ts';
import { element, inside, parseXml, xmlText } from '../xml.ts';

const refusedCode = 101;

export const xmlRpc: Protocol = ({ method, body }) => {
  const call = inside(parseXml(body), 'methodCall');
  const kind = operations[String(inside(call, 'methodName'))];
  if (method !== 'POST' || kind === undefined) return null;
  const ask = askOf(kind, readStruct(inside(call, 'params', 'param', 'value', 'struct', 'member')));
  return ask === null ? null : { ask, say };
};

const operations: Record<string, Ask['kind'] | undefined> = {
  issueCertificate: 'issue',
  activateCertificate: 'activate',
};

/** Members with scalar values: typed or plain text. */
function readStruct(members: unknown): Record<string, unknown> {
  const list = Array.isArray(members) ? members : [members];
  return Object.fromEntries(
    list.map((member) => {
      const value = inside(member, 'value');
      const [content] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
      return [String(inside(member, 'name')), content];
    }),
  );
}

function say(saying: Saying): Answer {
  switch (saying.is) {
    case 'issued':
      return answered(struct(issuedFields(saying)));
    case 'activated':
      return answered('<boolean>1</boolean>');
    case 'refused':
      return response(
        element('fault', element('value', struct({ faultCode: refusedCode, faultString: saying.why }))),
      );
  }
}

function struct(fields: Record<string, string | number>): string {
  const members = Object.entries(fields).map(([name, value]) =>
    element('member', element('name', name) + element('value', scalar(value))),
  );
  return element('struct', members.join(''));
}

function scalar(value: string | number): string {
  if (typeof value === 'string') return element('string', xmlText(value));
  return element(Number.isInteger(value) ? 'int' : 'double', String(value));
}

const answered = (content: string): Answer =>
  response(element('params', element('param', element('value', content))));

const response = (content: string): Answer => ({
  status: 200,
  type: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?>${element('methodResponse', content)}`,
});
