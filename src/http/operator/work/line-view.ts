/** A line of what waits, and where it leads. */
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { turnLabels } from '../../../acts/onboarding/turn-labels.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import type { Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { WaitingItem } from '../../../reports/what-waits/read-waiting.ts';
import type { WaitingKind } from '../../../reports/what-waits/waiting-kinds.ts';
import { waitingPlaces as places } from '../../../reports/what-waits/waiting-places.ts';
import { problemText } from '../../../reports/call-texts.ts';
import { addressOf } from '../../../web/request-language.ts';
import { actName } from '../act-names.ts';
import type { OperatorCall } from '../operator.ts';
import { bookingPath } from '../money/booking-path.ts';
import { operatorLink } from '../operator-link.ts';
import { workLabels, type WorkLabels } from './labels.ts';

/** Kinds whose things have pages of their own below the place where they are settled. */
const withPages: ReadonlySet<WaitingKind> = new Set([
  'quarantine',
  'approvals',
  'drafts',
  'products-lacking',
  'suppliers',
  'pulls',
  'activation',
  'replies',
]);

/** Where a line is settled. */
const pageOfLine = (
  kind: WaitingKind,
  { id, clientId, faceKopecks, details = '' }: WaitingItem,
): string | null => {
  if (typeof id !== 'number') return null;
  if (kind === 'stock') return details.endsWith('-limit') ? '/o/limits' : `/o/pools/${id}`;
  if (kind === 'top-ups') return bookingPath(clientId ?? 0, details, faceKopecks ?? 0);
  if (kind === 'settlements')
    return addressOf('/o/settlement', { supplier: String(id), month: details.slice(0, 7) });
  if (kind === 'supplier-onboarding') return `/o/onboarding/suppliers/${id}`;
  if (kind === 'template-drafts') return `/o/products/${id}/templates`;
  if (kind === 'client-onboarding') return `/o/clients/${id}`;
  if (kind === 'looks') return `/o/clients/${clientId}/looks/${id}`;
  if (withPages.has(kind)) return `${places[kind]}/${id}`;
  return kind === 'callbacks' || kind === 'letters' ? `/o/orders/${id}` : null;
};

/** What is told of one that waits: what it is, leading to where it is seen to, then what else is known. */
export function lineParts(kind: WaitingKind, line: WaitingItem, call: OperatorCall): Content[] {
  const labels = workLabels[call.language];
  const { id, faceKopecks, details = '' } = line;
  const name =
    kind === 'approvals' ? actName(line.name, call.language) : (labels.details[line.name] ?? line.name);
  const page = pageOfLine(kind, line);
  return [
    page === null ? name : operatorLink(call, page, `${name} · ${id}`),
    typeof faceKopecks === 'number' && formatFace(faceKopecks, call.language),
    details !== '' && detailsText(kind, details, labels, call.language),
  ].filter((part) => part !== false && part !== '');
}

function detailsText(kind: WaitingKind, details: string, labels: WorkLabels, language: Language): string {
  const steps: Partial<Record<WaitingKind, Record<string, string>>> = {
    'supplier-onboarding': turnLabels[language].steps,
    'client-onboarding': stepLabels[language].names,
  };
  return steps[kind]?.[details] ?? labels.details[details] ?? problemText(details, language);
}
