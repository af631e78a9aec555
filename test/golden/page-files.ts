/** Which files pages give, and where each is pinned: a golden file, or why there is none. */
export const filesOfPages: Record<string, string> = {
  'src/http/cabinet/bulk/routes.ts': 'exports/bulk-result.en.csv',
  'src/http/cabinet/money/routes.ts': 'exports/statement.en.csv',
  'src/http/cabinet/orders/list-file.ts': 'exports/orders.en.csv',
  'src/http/operator/addresses/address-pages.ts': 'exports/addresses.en.csv',
  'src/http/operator/imports/import-pages.ts': 'exports/import-changes.en.csv',
  'src/http/operator/money/client-money-pages.ts': 'exports/statement.en.csv',
  'src/http/operator/onboarding/supplier-page.ts': 'as somebody has uploaded it',
  'src/http/operator/orders/list-file.ts': 'exports/orders.en.csv',
  'src/http/operator/proof/proof-pages.ts': 'answers/operator/proof.json',
  'src/http/operator/settlement/settlement-pages.ts': 'exports/settlement.en.csv',
  'src/http/operator/suppliers/sold-codes.ts': 'exports/sold-codes.en.csv',
  'src/http/operator/suppliers/test-page.ts':
    'a page to read, with a conversation of its own (test/suppliers/certify)',
  'src/http/supplier-cabinet/export-act.ts': 'exports/supplier-sold.en.csv',
  'src/http/supplier-cabinet/integration/integration-pages.ts':
    'a page to read, with a conversation of its own (test/suppliers/certify)',
  'src/http/supplier-cabinet/settlement/settlement-pages.ts': 'exports/settlement.en.csv',
  'src/http/supplier-cabinet/start/questionnaire-pages.ts': 'as somebody has uploaded it',
};
