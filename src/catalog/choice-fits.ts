/** Whether a product can become a choice certificate, or cease to be one. */

export type ChoiceRefusal =
  /** Only of numbers that the platform makes it is known that nobody else redeems them. */
  | 'choice-needs-platform'
  /** It could be ordered once: whoever has a certificate of it has what it was sold as. */
  | 'choice-is-fixed';

export interface ChoiceFacts {
  transferScheme: string;
  digitalAcceptance: string;
  wasOffered: boolean;
}

export function choiceFits(
  { transferScheme, digitalAcceptance, wasOffered }: ChoiceFacts,
  { digitalAcceptance: wanted = digitalAcceptance }: { digitalAcceptance?: string },
): 'fits' | ChoiceRefusal {
  const [was, will] = [digitalAcceptance === 'exchange', wanted === 'exchange'];
  if (was === will) return 'fits';
  if (will && transferScheme !== 'platform') return 'choice-needs-platform';
  return wasOffered ? 'choice-is-fixed' : 'fits';
}
