import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, type Language } from '../src/platform/text/language.ts';
import { inLanguage } from './demo-frame.ts';
import { deedFaults, maxSentCodes, type PlayedSupplier } from './played-supplier.ts';
import {
  missingSupplierPage,
  supplierPage,
  supplierPath,
  suppliersPage,
  type WrongForm,
} from './supplier-page.ts';
import { faultScript } from './supplier/fault.ts';
import { setScript, type Supplier } from './supplier/play-supplier.ts';
import type { SupplierSimulator } from './supplier/start-simulator.ts';

export interface DemoSuppliers {
  played: PlayedSupplier[];
  simulator: Pick<SupplierSimulator, 'supplier'>;
}

/** How these routes read requests and send pages, which is how all demo pages do. */
export interface PageWays {
  languageOf: (request: FastifyRequest) => Language;
  bodyOf: (request: FastifyRequest) => string;
  sendPage: (reply: FastifyReply, markup: string, status?: number) => FastifyReply;
}

type OfSupplier = { Params: { key: string } };

/** What a form of a supplier's page does; false: it could not be done as asked. */
type Deed = (found: Found, form: URLSearchParams) => boolean | Promise<boolean>;

interface Found {
  played: PlayedSupplier;
  state: Supplier;
}

/** `/demo/suppliers`: the books of the suppliers that the demo world plays, and their modes. */
export function registerSuppliers(demo: FastifyInstance, suppliers: DemoSuppliers, ways: PageWays): void {
  const { languageOf, bodyOf, sendPage } = ways;

  function find(key: string): Found | null {
    const played = suppliers.played.find((one) => one.key === key);
    const state = played === undefined ? null : suppliers.simulator.supplier(played.key);
    return played === undefined || state === null ? null : { played, state };
  }

  demo.get('/demo/suppliers', (request, reply) => {
    const found = suppliers.played.flatMap(({ key }) => find(key) ?? []);
    return sendPage(reply, suppliersPage(found, languageOf(request)));
  });

  demo.get<OfSupplier>('/demo/suppliers/:key', (request, reply) => {
    const language = languageOf(request);
    const found = find(request.params.key);
    if (found === null) return sendPage(reply, missingSupplierPage(language), 404);
    return sendPage(reply, supplierPage({ ...found, wrong: null, language }));
  });

  const form = (name: WrongForm, deed: Deed): void => {
    demo.post<OfSupplier>(`/demo/suppliers/:key/${name}`, async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') return reply.code(400).send();
      const fields = new URLSearchParams(bodyOf(request));
      const language = chooseLanguage(fields.get('lang'), request.headers['accept-language']);
      const found = find(request.params.key);
      if (found === null) return sendPage(reply, missingSupplierPage(language), 404);
      if (await deed(found, fields))
        return reply.redirect(inLanguage(supplierPath(found.played.key), language), 303);
      return sendPage(reply, supplierPage({ ...found, wrong: name, language }), 400);
    });
  };
  form('fault', setFault);
  form('mode', setMode);
  form('deed', doDeed);
}

function doDeed({ played }: Found, form: URLSearchParams): Promise<boolean> | false {
  const deed = played.deeds.find(({ is }) => is === form.get('deed'));
  if (deed === undefined) return false;
  const fault = form.get('fault') ?? '';
  const known: readonly string[] = deedFaults[deed.is];
  const codes = Number(form.get('codes') ?? 1);
  if (fault !== '' && !known.includes(fault)) return false;
  if (!Number.isInteger(codes) || codes < 1 || codes > maxSentCodes) return false;
  return deed.act({ codes, rows: form.get('rows') ?? '', fault });
}

function setFault({ state }: Found, form: URLSearchParams): boolean {
  if (form.get('do') === 'take-back') {
    setScript(state, null);
    return true;
  }
  const numbers = ['seconds', 'times', 'rate'].flatMap((name) => {
    const text = (form.get(name) ?? '').trim();
    return text === '' ? [] : [[name, Number(text)]];
  });
  const script = faultScript.safeParse({ fault: form.get('fault'), ...Object.fromEntries(numbers) });
  if (!script.success) return false;
  setScript(state, script.data);
  return true;
}

function setMode({ state }: Found, form: URLSearchParams): boolean {
  const wanted = form.get('idempotent');
  if (wanted !== 'yes' && wanted !== 'no') return false;
  state.idempotent = wanted === 'yes';
  return true;
}
