/** A simulated supplier that speaks SOAP. */
import { readFileSync } from 'node:fs';
import { askOf, issuedFields, type Answer, type Ask, type Protocol, type Saying } from '../protocol.ts';
import { element, inside, parseXml, xmlText } from '../xml.ts';

const template = readFileSync(new URL('./supplier.wsdl', import.meta.url), 'utf8');
const ourNamespace = 'urn:facevalue:supplier';
const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/';

/** The WSDL of the supplier at this address. */
export const wsdlOf = (address: string): string => template.replace('{{address}}', xmlText(address));

/** SOAP 1.1, document/literal, as in its WSDL. */
export const soap: Protocol = ({ method, body }) => {
  const content = inside(parseXml(body), 'Envelope', 'Body');
  if (method !== 'POST' || typeof content !== 'object' || content === null) return null;
  const [operation = ''] = Object.keys(content);
  const kind = operations[operation];
  const ask = kind === undefined ? null : askOf(kind, inside(content, operation));
  return ask === null ? null : { ask, say };
};

const operations: Record<string, Ask['kind'] | undefined> = {
  issueCertificate: 'issue',
  activateCertificate: 'activate',
};

function say(saying: Saying): Answer {
  switch (saying.is) {
    case 'issued':
      return envelope(
        200,
        response(
          'issueCertificateResponse',
          Object.entries(issuedFields(saying))
            .map(([name, value]) => element(name, xmlText(value)))
            .join(''),
        ),
      );
    case 'activated':
      return envelope(200, response('activateCertificateResponse', ''));
    case 'refused':
      return envelope(
        500,
        element(
          'soap:Fault',
          element('faultcode', 'soap:Server') + element('faultstring', xmlText(saying.why)),
        ),
      );
  }
}

const response = (name: string, content: string): string =>
  `<${name} xmlns="${ourNamespace}">${content}</${name}>`;

const envelope = (status: number, content: string): Answer => ({
  status,
  type: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespace}"><soap:Body>${content}</soap:Body></soap:Envelope>`,
});
