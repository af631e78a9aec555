/** Returns the envelope that the library would send for this operation; nothing is sent. */
import { LRUCache } from 'lru-cache';
import type { IHttpClient, WSDL } from 'soap';

/** Loaded when first needed: most processes never ask a SOAP supplier, and it brings a hundred files. */
const loadSoap = () => import('soap');

interface EnvelopeAsk {
  wsdl: string;
  version: '1.1' | '1.2';
  operation: string;
  args: unknown;
}

/** Cache of parsed WSDLs; parsing one takes many times longer than writing an envelope. */
const maxKept = 100;
const parsed = new LRUCache<string, Promise<WSDL>>({ max: maxKept });

export async function writeEnvelope({
  wsdl: text,
  version,
  operation,
  args,
}: EnvelopeAsk): Promise<{ headers: Record<string, string>; body: string }> {
  const [{ Client }, wsdl] = await Promise.all([loadSoap(), parse(text, version)]);
  let written: { headers: Record<string, string>; body: string } | undefined;
  const catcher: Pick<IHttpClient, 'request'> = {
    request(_url, body: string, _answer, headers: Record<string, string> = {}) {
      written = { headers: { 'content-type': 'text/xml; charset=utf-8', ...lowered(headers) }, body };
      return undefined as never;
    },
  };
  const client = new Client(wsdl, undefined, { httpClient: catcher });
  const call = (client as Record<string, unknown>)[operation];
  if (typeof call !== 'function') throw new Error('The WSDL has no such operation.');
  call.call(client, args, () => {});
  if (written === undefined) throw new Error('The library wrote no envelope.');
  return written;
}

/** What a WSDL names elsewhere is neither fetched nor read from a file, also where it was not seen before. */
const fetchesNothing = {
  wsdl_options: {
    overrideImportLocation(): never {
      throw new Error('Parts of a WSDL are not fetched.');
    },
  },
};

function parse(text: string, version: EnvelopeAsk['version']): Promise<WSDL> {
  const key = `${version} ${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const parsing = loadSoap().then(
    (soap) =>
      new Promise<WSDL>((resolve, reject) => {
        const wsdl: WSDL = new soap.WSDL(text, 'supplier.wsdl', {
          forceSoap12Headers: version === '1.2',
          ...fetchesNothing,
        });
        wsdl.onReady((problem: Error | null | undefined) => (problem ? reject(problem) : resolve(wsdl)));
      }),
  );
  parsed.set(key, parsing);
  return parsing;
}

const lowered = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
