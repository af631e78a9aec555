/** The side of an onboarding to which a principal belongs. */
import type { Party } from '../../people/access/party.ts';
import type { Principal } from '../../people/access/principal.ts';
import type { OnboardingSide } from '../../reports/supplier-onboarding.ts';

export const supplierParty = (supplierId: number): Party => ({ side: 'supplier', partyId: supplierId });

/** For whom a principal speaks between supplier and operator; a shell is the operator's. */
export const onboardingSideOf = (principal: Principal): OnboardingSide =>
  principal.is === 'command' || (principal.is === 'person' && principal.side === 'operator')
    ? 'operator'
    : 'supplier';
