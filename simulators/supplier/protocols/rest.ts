import {
  askOf,
  issuedFields,
  parseJson,
  refusalTexts,
  type Answer,
  type Protocol,
  type Saying,
} from '../protocol.ts';

/** The sample contract of the specification, section 4.5. */
export const rest: Protocol = ({ method, path, body }) => {
  const kind = operations[`${method} ${path}`];
  const ask = kind === undefined ? null : askOf(kind, parseJson(body));
  return ask === null ? null : { ask, say };
};

const operations: Record<string, 'issue' | 'activate' | undefined> = {
  'POST /api/issueCertificate': 'issue',
  'PUT /api/activateCertificate': 'activate',
};

function say(saying: Saying): Answer {
  switch (saying.is) {
    case 'issued':
      return json(201, issuedFields(saying));
    case 'activated':
      return { status: 200, type: 'application/json', body: '' };
    case 'refused':
      return json(409, { error: { code: saying.why, text: refusalTexts[saying.why] } });
  }
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
