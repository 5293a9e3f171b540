/** Whether this run is `npm test -- --all`, in which random tests try more and translations of what was tried are tried too. */
export const isRunOfAll = process.env["TEST_ALL"] === "1";
