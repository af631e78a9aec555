import type { WaitingKind } from './waiting-kinds.ts';

/** The page on which each kind is seen to. */
export const waitingPlaces: Record<WaitingKind, string> = {
  workers: '/o/health',
  channels: '/o/health',
  guesses: '/o/alerts',
  suppliers: '/o/suppliers',
  quarantine: '/o/quarantine',
  approvals: '/o/approvals',
  'top-ups': '/o/money',
  drafts: '/o/drafts',
  'template-drafts': '/o/products',
  'supplier-onboarding': '/o/onboarding',
  'products-lacking': '/o/products',
  'client-onboarding': '/o/onboarding',
  looks: '/o/looks',
  stock: '/o/pools',
  pulls: '/o/suppliers',
  activation: '/o/activation',
  replies: '/o/activation',
  settlements: '/o/settlement',
  callbacks: '/o/callbacks',
  letters: '/o/letters',
};
