/** `/o/suppliers`: with whom the platform has agreed what. */
import { tokenQuestion } from '../../../web/confirm/key-questions.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { readIntegrationAccess } from '../../../suppliers/used-export/integration-access.ts';
import { askForActivation } from '../../../acts/catalog/activation-acts.ts';
import { editAccess, editBrand, editSchedule, editSupplier } from '../../../acts/catalog/supplier-acts.ts';
import { readNetworks } from '../../../clients/read-networks.ts';
import { invite } from '../../../people/team/invite.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { mostPullHours } from '../../../suppliers/used-export/integration-access.ts';
import { exportFields, exportFormats } from '../../../suppliers/used-export/used-item.ts';
import { flag, line, term } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { dayIn, idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { waitingText } from '../waiting.ts';
import { newAccess } from './access-tells.ts';
import { readKopecks } from '../read-kopecks.ts';
import { addBasicAccess } from './basic-access.ts';
import { addCallsPages } from './calls-page.ts';
import { addIntegration } from './integration-pages.ts';
import { supplierLabels } from './labels.ts';
import { linesOf, otherAddresses, otherContact } from './letter-tells.ts';
import { addSupplierList, companyErrors, judgedCompany, readCompany } from './list-page.ts';
import { addSettings } from './settings-page.ts';
import { loadSupplier, supplierIn, type SupplierData } from './supplier-data.ts';
import { supplierView } from './supplier-view.ts';
import { judgedSoldCodes, takeSoldCodes } from './sold-codes.ts';
import { addTests } from './test-page.ts';
import { addTillUsers } from './tills-page.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';

const path = '/o/suppliers/:id';

export function addSuppliers(pages: OperatorPages): void {
  addSupplierList(pages);
  pages.page<SupplierData>({
    path,
    needs: 'suppliers.read',
    load: loadSupplier,
    view: (data, call) => supplierView(data, call),
  });
  const toCodes = { needs: 'suppliers.change', leadsTo: 'codes', undone: 'pages' } as const;
  pages.act({
    ...toCodes,
    path: `${path}/company`,
    secondPerson: otherContact,
    judged: { fields: judgedCompany, again },
    act: saveCompany,
  });
  pages.act({
    path: `${path}/brand`,
    needs: 'limits.change',
    leadsTo: 'nothing',
    undone: 'pages',
    judged: { fields: { brand: line({ most: 200 }) }, again },
    act: saveBrand,
  });
  pages.act({
    ...toCodes,
    path: `${path}/schedule`,
    secondPerson: otherAddresses,
    judged: { fields: { cron: line({ most: 60 }), letters: term(['ru', 'en']) }, again },
    act: saveSchedule,
  });
  pages.act({
    path: `${path}/access`,
    needs: 'integration.change',
    leadsTo: 'rights',
    undone: 'pages',
    secondPerson: newAccess('settings'),
    judged: { fields: { format: term(exportFormats), redeemsOwn: flag() }, again },
    act: saveAccess,
  });
  pages.act({
    path: `${path}/token`,
    needs: 'integration.change',
    leadsTo: 'rights',
    undone: { asks: askToken },
    secondPerson: newAccess('token'),
    act: newToken,
  });
  pages.act({
    path: `${path}/invite`,
    needs: 'team.change',
    leadsTo: 'rights',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    act: inviteManager,
  });
  pages.act({
    path: `${path}/ask-activation`,
    needs: 'suppliers.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: askNow,
  });
  addBasicAccess(pages);
  addSettings(pages);
  addIntegration(pages);
  addTests(pages);
  addCallsPages(pages);
  addTillUsers(pages);
  pages.act({
    path: `${path}/codes`,
    needs: 'codes.export',
    leadsTo: 'codes',
    undone: 'nothing',
    secondPerson: 'asked-by-verb',
    makesFile: true,
    judged: { fields: judgedSoldCodes, again },
    act: takeSoldCodes,
  });
}

/** Null: it is the first one. */
async function askToken(call: OperatorCall): Promise<Question | null> {
  const access = await readIntegrationAccess(call.ctx.pageDb, supplierIn(call));
  if (access?.hasToken !== true) return null;
  return tokenQuestion({ name: access.supplierName, back: pathOf(call), language: call.language });
}

const pathOf = (call: OperatorCall): string => `/o/suppliers/${supplierIn(call)}`;

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await loadSupplier(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: supplierView(data, call, { errors, typed: call.form }) };
}

const saved = (call: OperatorCall): ActEnd => ({
  is: 'done',
  to: pathOf(call),
  flash: { kind: 'yes', text: supplierLabels[call.language].saved },
});

async function saveCompany(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const read = readCompany(form);
  if ('wrong' in read) return again(call, companyErrors(read.wrong, language));
  const edited = await editSupplier(ctx, principal, { supplierId: supplierIn(call), fields: read }, now);
  if (edited === 'no-supplier') return { is: 'missing' };
  if (edited === 'name-taken') return again(call, { name: supplierLabels[language].problems['name-taken'] });
  return saved(call);
}

async function saveBrand(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const { problems } = supplierLabels[language];
  const text = (name: string): string => (form.get(name) ?? '').replaceAll(/[\s\u00a0]/g, '');
  const name = (form.get('brand') ?? '').trim();
  const [orders, sum, low] = [text('monthlyOrders'), text('monthlySum'), text('lowAt')];
  const sumKopecks = sum === '' || sum === '0' ? null : readKopecks(sum);
  const errors = {
    ...(name === '' && { brand: problems.name }),
    ...(orders !== '' && !/^\d{1,9}$/.test(orders) && { monthlyOrders: problems.limit }),
    ...(sum !== '' && sum !== '0' && sumKopecks === null && { monthlySum: problems.limit }),
    ...(low !== '' && !/^[1-9]\d?$/.test(low) && { lowAt: problems.percent }),
  };
  if (Object.keys(errors).length > 0) return again(call, errors);
  const limits = {
    monthlyOrders: orders === '' ? null : Number(orders),
    monthlySumKopecks: sumKopecks,
    lowLimitPercent: low === '' ? null : Number(low),
  };
  const edited = await editBrand(ctx, principal, { supplierId: supplierIn(call), name, limits }, now);
  return edited === 'set' ? saved(call) : { is: 'missing' };
}

async function saveSchedule(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const { problems } = supplierLabels[language];
  const holidays = linesOf(form.get('holidays'));
  const noDays = holidays.some((day) => dayIn(day) === null) || holidays.length > 366;
  const hours = idIn(form.get('reminder')?.trim());
  if (noDays || hours === null || hours > 720) {
    const noHours = hours === null || hours > 720;
    return again(call, {
      ...(noDays && { holidays: problems.day }),
      ...(noHours && { reminder: problems.hours }),
    });
  }
  const fields = {
    addresses: linesOf(form.get('addresses')),
    cron: (form.get('cron') ?? '').trim(),
    holidays,
    reminderHours: hours,
    language: form.get('letters') === 'en' ? ('en' as const) : ('ru' as const),
  };
  const { is } = await editSchedule(ctx, principal, { supplierId: supplierIn(call), fields }, now);
  switch (is) {
    case 'set':
      return saved(call);
    case 'no-supplier':
      return { is: 'missing' };
    case 'bad-schedule':
      return again(call, { cron: problems[is] });
    default:
      return again(call, { addresses: problems[is] });
  }
}

async function askNow(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const labels = supplierLabels[language];
  const asked = await askForActivation(ctx, principal, supplierIn(call), now);
  if (asked === 'no-schedule') return { is: 'missing' };
  // The letter goes out at once.
  ctx.onPlaced();
  const flash =
    asked.letters === 0
      ? { kind: 'note' as const, text: labels.nothingToAsk }
      : { kind: 'yes' as const, text: labels.asked(formatCount(asked.codes, language)) };
  return { is: 'done', to: pathOf(call), flash };
}

async function saveAccess(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const reading = readNetworks(form.get('networks') ?? '');
  if (reading.is !== 'read') return again(call, { networks: supplierLabels[language].problems.networks });
  // A form from before has no such field: the setting stays.
  const hours = form.get('pullHours');
  if (hours !== null && !(/^\d{1,3}$/.test(hours) && Number(hours) >= 1 && Number(hours) <= mostPullHours))
    return again(call, { pullHours: supplierLabels[language].problems.hours });
  const wanted = form.getAll('field');
  const change = {
    supplierId: supplierIn(call),
    allowedNetworks: reading.networks,
    format: exportFormats.find((one) => one === form.get('format')) ?? 'json',
    fields: exportFields.filter((field) => field === 'code' || wanted.includes(field)),
    redeemsOwn: form.get('redeemsOwn') === 'yes',
    ...(hours === null ? {} : { pullHours: Number(hours) }),
    newToken: false,
  };
  const { is } = await editAccess(ctx, principal, change, now);
  if (is === 'step-up') return { is, to: pathOf(call) };
  if (is === 'parts-need-till') return again(call, { redeemsOwn: supplierLabels[language].problems.parts });
  if (is === 'parts-begun') return again(call, { redeemsOwn: supplierLabels[language].problems.begun });
  return is === 'set' ? saved(call) : { is: 'missing' };
}

async function newToken(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, now, language } = call;
  const labels = supplierLabels[language];
  const edited = await editAccess(ctx, principal, { supplierId: supplierIn(call), newToken: true }, now);
  if (edited.is === 'step-up') return { is: 'step-up', to: pathOf(call) };
  if (edited.is !== 'set' || edited.token === null) return { is: 'missing' };
  const shown = {
    title: labels.tokenShown,
    lead: labels.tokenLead,
    items: [{ name: labels.token, value: edited.token }],
    fileName: `token-${supplierIn(call)}`,
    to: pathOf(call),
  };
  return { is: 'shown', page: secretsPage(shown, language) };
}

async function inviteManager(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = supplierLabels[language];
  const email = (form.get('invitee') ?? '').trim();
  const party = { side: 'supplier', partyId: supplierIn(call) } as const;
  const invited = await invite(
    ctx.db,
    ctx.keyring,
    principal,
    { party, email, role: 'manager', language },
    now,
  );
  switch (invited.is) {
    case 'waits':
    case 'not-asked':
      return {
        is: 'done',
        to: pathOf(call),
        flash: { kind: 'note', text: waitingText([invited], language) ?? '' },
      };
    case 'invited':
      return { is: 'done', to: pathOf(call), flash: { kind: 'yes', text: labels.invited } };
    case 'forbidden':
    case 'no-party':
    case 'bad-role':
      return { is: 'missing' };
    case 'bad-email':
      return again(call, { invitee: labels.problems.email });
    case 'member-already':
      return again(call, { invitee: labels.problems.member });
    default:
      return again(call, { invitee: labels.problems.invite });
  }
}
