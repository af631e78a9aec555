// The amount is selected, so that what a cashier types takes its place.
document.querySelector('input[name="amount"]')?.select();
