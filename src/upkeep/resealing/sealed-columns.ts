import { sealedBulkFiles } from '../../orders/bulk/add-file.ts';
import { sealedBodies } from '../../callbacks/announce.ts';
import { sealedTestCodes } from '../../suppliers/certify/runs/ask-certify.ts';
import { sealedCallbackSecrets, sealedClientKeys, sealedTestKeys } from '../../clients/client.ts';
import { sealedAddresses } from '../erasure/address.ts';
import { sealedAttachments } from '../../people/approvals/approvals.ts';
import { sealedEnrolments, sealedTotpSecrets } from '../../people/factors/second-step.ts';
import { sealedForms } from '../../people/sessions/kept-forms.ts';
import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import { sealedDrafts } from '../../suppliers/mail/drafts.ts';
import { sealedAgreements } from '../../suppliers/set-agreement.ts';
import { sealedTokens } from '../../suppliers/used-export/integration-access.ts';
import { sealedDealtCodes, sealedImportCodes } from '../../vault/dealing/runs.ts';
import { sealedCodes } from '../../vault/seal-code.ts';

/** Every column that the keyring seals; the largest come last. */
export const sealedColumns: SealedColumn<object>[] = [
  sealedClientKeys,
  sealedTestKeys,
  sealedCallbackSecrets,
  sealedAgreements,
  sealedTokens,
  sealedTotpSecrets,
  sealedEnrolments,
  sealedForms,
  sealedAttachments,
  sealedDrafts,
  sealedBulkFiles,
  sealedTestCodes,
  sealedAddresses,
  sealedCodes,
  sealedBodies,
  // Later than the codes that they were.
  sealedDealtCodes,
  sealedImportCodes,
];
