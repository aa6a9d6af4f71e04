"""What pages show: made from what the server lets out of a table, without any request."""
