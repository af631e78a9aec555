/** `/demo/suppliers`: the books of the suppliers that the demo world plays, and their modes. */
import type { FastifyInstance } from 'fastify';
import { formOf } from '../src/web/forms.ts';
import { at, languageOf } from '../src/web/request-language.ts';
import { sendPage } from '../src/web/send-page.ts';
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

type OfSupplier = { Params: { key: string } };

/** What a form of a supplier's page does; false: it could not be done as asked. */
type Deed = (found: Found, form: URLSearchParams) => boolean | Promise<boolean>;

interface Found {
  played: PlayedSupplier;
  state: Supplier;
}

export function registerSuppliers(demo: FastifyInstance, suppliers: DemoSuppliers): void {
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
    if (found === null) return sendPage(reply.code(404), missingSupplierPage(language));
    return sendPage(reply, supplierPage({ ...found, wrong: null, language }));
  });

  const form = (name: WrongForm, deed: Deed): void => {
    demo.post<OfSupplier>(`/demo/suppliers/:key/${name}`, async (request, reply) => {
      const language = languageOf(request);
      const found = find(request.params.key);
      if (found === null) return sendPage(reply.code(404), missingSupplierPage(language));
      if (await deed(found, formOf(request)))
        return reply.redirect(at(supplierPath(found.played.key), language), 303);
      return sendPage(reply.code(422), supplierPage({ ...found, wrong: name, language }));
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
