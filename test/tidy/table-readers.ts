export interface Reading {
  /** A folder of src/, or one of its files. */
  reader: string;
  tables: string[];
  why: string;
}

/** Who reads what belongs to another folder. reports/ joins all there is, and writes nothing. */
export const readings: Reading[] = [
  { reader: 'vault/set-aside', tables: ['restores'], why: 'what is loaded under a guard is set aside' },
  {
    reader: 'acts/catalog/judge-former-products.ts',
    tables: ['certificates', 'supplier_days'],
    why: 'what has sold before an upgrade goes on',
  },
  { reader: 'catalog/former-products.ts', tables: ['onboarding_agreements'], why: 'tests before an upgrade' },
  {
    reader: 'catalog/import/schemes-of-catalog.ts',
    tables: ['imports'],
    why: 'what has codes keeps its scheme',
  },
  { reader: 'catalog/limit-margins.ts', tables: ['requests'], why: 'the busiest hour of a brand' },
  { reader: 'orders/bulk/list-lines.ts', tables: ['requests'], why: 'lines are told with their orders' },
  { reader: 'orders/bulk/place-bulk.ts', tables: ['accounts'], why: 'what waits for funds is woken by them' },
  {
    reader: 'orders/bulk/settle-lines.ts',
    tables: ['requests'],
    why: 'how the orders of a batch have ended',
  },
  { reader: 'callbacks', tables: ['clients'], why: 'the secret that signs, in the statement that leases' },
  {
    reader: 'catalog/parts-fit.ts',
    tables: ['integration_access'],
    why: 'parts are for certificates that are redeemed here',
  },
  { reader: 'catalog', tables: ['stock_available'], why: 'what is offered tells what is in stock' },
  {
    reader: 'certificates/find-gift.ts',
    tables: ['clients', 'codes', 'products', 'redemptions', 'requests', 'templates'],
    why: 'one statement shows a gift: each page view is one round trip',
  },
  {
    reader: 'certificates/gift-products.ts',
    tables: ['products'],
    why: 'what certificates show of a product, read once per version of its row',
  },
  {
    reader: 'certificates/sold-codes.ts',
    tables: ['codes', 'products'],
    why: 'which codes a period was sold with; the vault opens them',
  },
  { reader: 'certificates/sample-view.ts', tables: ['products'], why: 'a sample of a product' },
  {
    reader: 'suppliers/certify',
    tables: ['faces', 'products', 'suppliers'],
    why: 'which product can be tried',
  },
  {
    reader: 'suppliers/certify/tills.ts',
    tables: ['integration_access', 'memberships'],
    why: 'who could check and redeem',
  },
  { reader: 'acts/looks', tables: ['brands', 'clients', 'suppliers'], why: 'who passes for others' },
  {
    reader: 'certificates/looks/look-rows.ts',
    tables: ['clients'],
    why: 'the list of all names each client',
  },
  { reader: 'clients/list-clients.ts', tables: ['accounts'], why: 'the list tells balances' },
  {
    reader: 'messaging/queue/resend.ts',
    tables: ['certificates', 'requests'],
    why: 'only what was issued is sent again, and nothing whose recipient was erased',
  },
  {
    reader: 'upkeep/erasure',
    tables: [
      'bulk_orders',
      'certificates',
      'clients',
      'codes',
      'exchanged_orders',
      'redemptions',
      'requests',
    ],
    why: 'whose time is over is decided by ends of certificates and terms of clients, in one statement',
  },
  {
    reader: 'upkeep/resealing/reseal-all.ts',
    tables: ['client_sealing_keys', 'clients'],
    why: 'each client has a key',
  },
  {
    reader: 'upkeep/history',
    tables: ['clients', 'requests'],
    why: 'orders that have history are found by the keys of what leaves; the owners of the rows take them out',
  },
  {
    reader: 'upkeep/erasure/open-of-client.ts',
    tables: ['accounts', 'callbacks', 'deliveries'],
    why: 'a client is forgotten when nothing of it is due',
  },
  {
    reader: 'upkeep/erasure/erase-client.ts',
    tables: ['deliveries'],
    why: 'what was sent to another address since the order was erased',
  },
  { reader: 'acts/onboarding/begin-onboarding.ts', tables: ['suppliers'], why: 'who can be on its way' },
  {
    reader: 'clients/money/watch-balances.ts',
    tables: ['accounts'],
    why: 'levels are compared with funds in one statement',
  },
  {
    reader: 'orders',
    tables: ['accounts', 'brand_usage', 'brands', 'clients', 'products'],
    why: 'requests are judged set-based, in the statement that takes them',
  },
  {
    reader: 'orders/exchange/refunded-card.ts',
    tables: ['transfers'],
    why: 'what came back of a choice certificate and of what was chosen for it is one sum',
  },
  { reader: 'orders/export', tables: ['transfers'], why: 'a file of a year is read by few statements' },
  {
    reader: 'orders/dealing/deal-codes.ts',
    tables: ['shelf_sales', 'stock_available'],
    why: 'codes are dealt to the cells where orders wait or are sold',
  },
  {
    reader: 'orders/exchange/find-card.ts',
    tables: ['certificates', 'codes', 'redemptions'],
    why: 'a choice certificate is found with its code in the statement that locks its order',
  },
  {
    reader: 'orders/find-requests.ts',
    tables: ['deliveries', 'transfers'],
    why: 'getStatus is one round trip',
  },
  {
    reader: 'orders/refund-order.ts',
    tables: ['certificates'],
    why: 'what is taken back is locked with its code',
  },
  { reader: 'orders/wake-delayed.ts', tables: ['stock_available'], why: 'as many wake as there are codes' },
  { reader: 'orders/preview-wake.ts', tables: ['stock_available'], why: 'what is there and will come' },
  {
    reader: 'people',
    tables: ['clients', 'integration_access', 'letters_to_people', 'redemptions', 'suppliers'],
    why: 'a session names its party and what a till takes in one statement, an invitation what became of its letter',
  },
  {
    reader: 'reports/proof',
    tables: ['audit_heads', 'code_readings', 'redemptions', 'transfers'],
    why: 'days are sealed with all that happened in them, and the ends of the audit are told',
  },
  {
    reader: 'redemption/days',
    tables: ['certificates'],
    why: 'days of suppliers are counted from what was issued, by an index that a sale only adds to',
  },
  {
    reader: 'vault/begun-parts.ts',
    tables: ['certificates', 'products'],
    why: 'which codes of a supplier are used in part and in force',
  },
  {
    reader: 'redemption/outstanding',
    tables: ['certificates', 'clients'],
    why: 'what is left of sold certificates is counted by product, client and month',
  },
  {
    reader: 'redemption',
    tables: ['codes', 'products', 'shops', 'suppliers'],
    why: 'a code is judged with its product and supplier, before it is locked',
  },
  {
    reader: 'suppliers',
    tables: ['brand_usage', 'brands', 'products', 'suppliers'],
    why: 'what is agreed with a supplier lies in the catalog',
  },
  {
    reader: 'suppliers/activation',
    tables: ['activation_mails', 'certificates', 'codes', 'letters_to_people', 'stock'],
    why: 'the table of a letter names what was sold and is inactive; replies are found by the letter that they answer',
  },
  {
    reader: 'suppliers/alerts',
    tables: [
      'bulk_orders',
      'callbacks',
      'clients',
      'codes',
      'deliveries',
      'faces',
      'failed_receivers',
      'guess_alarms',
      'guessed_accounts',
      'letters_to_people',
      'stock',
      'stock_available',
    ],
    why: 'alerts and digests watch over all the platform',
  },
  {
    reader: 'suppliers/calls/exchanges.ts',
    tables: ['codes'],
    why: 'the code that is to be activated',
  },
  {
    reader: 'reports/settlements',
    tables: ['supplier_day_spans', 'suppliers'],
    why: 'months begin with the first day on which anything was sold, and name their supplier',
  },
  { reader: 'certificates/templates', tables: ['products'], why: 'which products use a template' },
  {
    reader: 'vault/find-code.ts',
    tables: ['certificates', 'products'],
    why: 'a till finds a code in one statement',
  },
  { reader: 'vault/read-barcodes.ts', tables: ['products', 'templates'], why: 'a code must fit its barcode' },
  { reader: 'vault/list-sold.ts', tables: ['certificates', 'products'], why: 'the export is one statement' },
  { reader: 'vault/numbers', tables: ['products', 'suppliers'], why: 'which codes came from suppliers' },
  {
    reader: 'vault/import-pool',
    tables: ['faces', 'products', 'suppliers'],
    why: 'codes are loaded for faces that exist, locked with their supplier',
  },
];
