/** What the page of a supplier reads. */
import { listBrandsOfAll, type Brand } from '../../../catalog/brand.ts';
import { findSupplier, type Supplier } from '../../../catalog/supplier.ts';
import { listCertifyRuns, type CertifyRun } from '../../../suppliers/certify/runs/certify-run.ts';
import { findExportAsk } from '../../../acts/guarded/export-codes.ts';
import { may } from '../../../people/access/principal.ts';
import type { OwnAsk } from '../../../people/approvals/find-asked.ts';
import { listInvitations, type ListedInvitation } from '../../../people/team/invite.ts';
import { listMembers } from '../../../people/team/members.ts';
import { findSchedule, type ActivationSchedule } from '../../../suppliers/activation/schedule.ts';
import { readAgreement, type Agreement } from '../../../suppliers/set-agreement.ts';
import {
  readIntegrationAccess,
  type IntegrationAccess,
} from '../../../suppliers/used-export/integration-access.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { Beside } from '../../../web/shell/list-view.ts';
import type { OperatorCall } from '../operator.ts';
import { besideSupplier } from './list-page.ts';

const runsShown = 5;

/** What the page of a supplier tells. */
export interface SupplierData {
  supplier: Supplier;
  brands: Brand[];
  schedule: ActivationSchedule | null;
  access: IntegrationAccess | null;
  agreement: Agreement | null;
  runs: CertifyRun[];
  members: Awaited<ReturnType<typeof listMembers>>;
  invitations: ListedInvitation[];
  /** What this person asked a second one for, to export sold codes. */
  exportAsk: OwnAsk | null;
  beside: Beside | null;
}

export const supplierIn = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

export async function loadSupplier(call: OperatorCall): Promise<SupplierData | null> {
  const { pageDb, keyring } = call.ctx;
  const supplierId = supplierIn(call);
  const party = { side: 'supplier', partyId: supplierId } as const;
  const supplier = await findSupplier(pageDb, supplierId);
  if (supplier === null) return null;
  const mayExport = may(call.principal, 'codes.export', party);
  const [brands, schedule, access, agreement, runs, members, invitations, exportAsk, beside] =
    await Promise.all([
      listBrandsOfAll(call.ctx, supplierId, call.now),
      findSchedule(pageDb, supplierId),
      readIntegrationAccess(pageDb, supplierId),
      readAgreement(pageDb, keyring, supplierId),
      listCertifyRuns(pageDb, { supplierId, limit: runsShown }),
      listMembers(pageDb, party),
      listInvitations(pageDb, party, call.now),
      mayExport ? findExportAsk(pageDb, call.principal, supplierId, call.now) : null,
      besideSupplier(call, supplierId),
    ]);
  return { supplier, brands, schedule, access, agreement, runs, members, invitations, exportAsk, beside };
}

/** What was typed into one of the page's forms, and what is wrong with it. */
export interface Look {
  errors: Partial<Record<string, string>>;
  typed: URLSearchParams;
}

export const asStored: Look = { errors: {}, typed: new URLSearchParams() };
